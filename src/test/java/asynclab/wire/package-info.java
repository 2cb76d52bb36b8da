/**
 * What a client sees, over real sockets, on a real Jetty and a real Tomcat. A {@code …Contract} tests one subject,
 * on one container after the other. {@code -Dcontainer=} runs it on one. {@link asynclab.wire.fixture.ServerContract} starts the
 * server and checks the ledger after every test.
 *
 * <p>The table lists what a hand-written asynchronous servlet must get right, and the tests that prove it. {@code
 * ContractTableTest} checks that they exist. Where a test cannot prove it, the row says why.
 *
 * <pre>
 *  1 timeout against completion    ExchangeContract#an_answer_and_its_deadline_at_the_same_moment_make_one_well_formed_response
 *                                  ExchangeTest#one_of_many_racing_threads_ends_each_exchange_and_the_ledger_counts_it_once
 *                                  WaitingContract#events_and_time_racing_give_each_long_poll_one_whole_answer
 *  2 complete() twice              AsyncExchangeOrdersTest#of_all_that_can_come_in_every_order_the_first_ends_it_and_the_rest_touch_nothing
 *                                  ExchangeTest#an_exchange_is_in_flight_until_its_end_and_cannot_end_unclaimed_or_twice
 *  3 late task after the end       PatternsContract#work_that_was_queued_past_its_exchanges_end_is_not_done
 *                                  MistakesContract#an_answer_after_the_timeout_comes_to_a_response_that_is_gone
 *                                  ExchangeContract#a_task_that_ends_after_its_timeout_does_not_touch_the_next_request_on_the_connection
 *  4 recycled objects              MistakesContract#late_answers_touch_no_response_but_their_own
 *                                  ExchangeContract#what_belongs_to_one_client_never_reaches_another (4,000 requests)
 *  5 timeout without a handler     EndingContract#a_deadline_gives_503_with_retry_after_and_json
 *  6 timeout clock                 EndingContract#a_deadline_is_not_rounded_to_the_containers_clock
 *  7 throw after startAsync        EndingContract#whatever_is_thrown_gives_a_clean_500_and_goes_to_the_log
 *  8 exception in a task           EndingContract#whatever_is_thrown_gives_a_clean_500_and_goes_to_the_log
 *                                  AsyncExchangeTest#what_a_task_throws_ends_its_exchange_with_500_and_one_line_in_the_log
 *  9 cancelled tasks kept          WireContract#a_timeout_gets_503_and_retry_after_and_nothing_stays_behind
 *                                  WaitingContract#every_waiting_long_poll_gets_the_event_that_is_published
 *                                  AsyncExchangeTest#ten_thousand_early_ends_leave_no_timer_and_everything_held_is_given_back_once
 * 10 whose thread completes        EventStreamContract#a_reader_that_does_not_read_holds_nobody_up_and_is_ended_when_it_is_too_far_behind
 *                                  AsyncExchangeTest#a_step_that_hangs_keeps_nobody_elses_deadline_waiting
 *                                  no test: a foreign listener that blocks in onComplete. On Jetty it is called by whoever
 *                                  completes, so it can hold the scheduler; nothing here has one
 * 11 AsyncContext.start            MistakesContract#async_context_start_starves_the_request_threads_as_blocking_does
 * 12 dispatch or complete          ContractTableTest#only_the_exchange_dispatches_and_goes_asynchronous
 *                                  QueueFilterContract#queued_requests_reach_foreign_servlets_in_turn_and_every_server_comes_back
 * 13 wrappers                      EndingContract#what_a_foreign_filter_wraps_round_the_response_is_kept
 * 14 async-supported               EndingContract#behind_a_filter_that_supports_nothing_asynchronous_there_is_a_clean_500
 * 15 listeners                     QueueDisciplinesTest#a_request_that_has_a_server_keeps_it_until_it_leaves_and_leaves_once
 *                                  QueueContract#every_request_of_four_times_the_capacity_leaves_in_one_way
 *                                  OverloadContract#every_permit_comes_back_once_however_requests_end
 *                                  AsyncExchangeTest#ten_thousand_early_ends_leave_no_timer_and_everything_held_is_given_back_once
 * 16 client gone                   EndingContract#a_client_that_vanishes_leaves_nothing_in_flight
 *                                  StreamingContract#a_reader_that_vanishes_is_client_gone
 *                                  EventStreamContract#a_reader_that_vanishes_is_noticed_by_a_heartbeat_and_is_client_gone
 *                                  StreamingContract#a_sender_that_vanishes_is_client_gone
 *                                  WaitingContract#a_long_poll_whose_client_has_vanished_ends_at_the_next_event
 * 17 I/O error against onError     StreamingContract#a_reader_that_vanishes_is_client_gone
 *                                  AsyncExchangeOrdersTest#of_any_four_in_a_stream_one_ends_it_between_two_steps_and_the_rest_touch_nothing
 * 18 HEAD                          RawContract#head_has_the_headers_of_get_and_no_body
 *                                  StreamingContract#head_of_a_download_says_its_length_and_sends_nothing
 *                                  StreamingContract#head_of_a_download_is_answered_at_once_with_the_headers_of_get_and_nothing_is_generated
 * 19 HTTP/1.0                      RawContract#http_1_0_gets_a_length_and_no_chunks_and_the_connection_ends
 *                                  RawContract#http_1_0_keeps_the_connection_if_it_asks_to
 *                                  RawContract#http_1_0_gets_a_stream_without_chunks_that_ends_with_the_connection
 * 20 pipelining                    WaitingContract#three_pipelined_requests_are_answered_in_order
 * 21 unread body                   RawContract#half_a_body_that_nobody_reads_is_no_request_when_its_other_half_comes
 *                                  StreamingContract#a_sender_that_does_not_send_gets_503_at_the_deadline
 * 22 keep-alive after an error     EndingContract#after_an_error_the_connection_is_clean_or_closed
 * 23 WriteListener                 StreamingContract#readers_that_do_not_read_hold_no_thread_and_get_equal_bytes_when_they_do
 *                                  StreamingContract#a_download_arrives_whole
 *                                  StepWithinStepTest#what_a_listener_does_when_it_is_called_at_once_comes_right_after_and_ends_the_exchange_once
 * 24 ReadListener                  StreamingContract#senders_of_a_byte_at_a_time_hold_no_thread
 *                                  StreamingContract#an_upload_arrives_whole
 * 25 overload                      OverloadContract#of_ten_times_the_capacity_nine_tenths_are_refused_and_those_inside_do_not_notice
 *                                  OverloadContract#under_a_load_that_does_not_end_whoever_is_let_in_is_held_as_long_as_it_asked
 *                                  OverloadContract#a_servlet_that_is_mapped_with_a_wildcard_has_its_limit_there_too
 * 26 dead work                     PatternsContract#work_that_was_queued_past_its_exchanges_end_is_not_done
 *                                  OverloadContract#under_a_load_that_does_not_end_whoever_is_let_in_is_held_as_long_as_it_asked
 *                                  and measured: results/c10k, whose blocking arm works for clients that have given up
 * 27 thread budget                 WireContract#a_server_that_has_started_has_leased_threads_to_itself
 *                                  WireContract#stats_shows_ledger_timer_lateness_and_pool
 * 28 jetty.xml                     WireContract#the_pool_really_has_100_threads
 * 29 undeploy                      WireContract#fifty_waiting_requests_are_answered_when_the_application_is_undeployed_and_its_threads_end
 *                                  CompositionStopContract#a_full_pool_refuses_and_an_undeploy_answers_everybody_and_leaves_no_thread_and_no_driver
 *                                  RedeployContract#four_redeploys_leave_no_thread_and_no_class_loader_behind
 * 30 graceful stop                 WireContract#fifty_waiting_requests_are_answered_when_the_server_is_stopped
 *                                  CompositionStopContract#those_who_wait_are_answered_when_the_server_is_stopped
 * 31 logging context               RequestLogContract#each_of_a_thousand_requests_has_one_line_with_its_own_figures
 *                                  EndingContract#what_a_filter_puts_into_the_log_context_marks_the_lines_of_its_own_request_on_whatever_thread
 *                                  AsyncExchangeTest#while_it_is_answered_the_log_context_is_the_requests_and_then_the_threads_own_again
 * 32 access log                    RequestLogContract#each_of_a_thousand_requests_has_one_line_with_its_own_figures
 * 33 idle timeout                  EndingContract#a_request_may_wait_longer_than_its_connection_may_be_idle
 * 34 slowloris                     EndingContract#five_hundred_dripping_heads_hold_no_thread_and_are_answered_when_they_are_whole
 *                                  StreamingContract#senders_of_a_byte_at_a_time_hold_no_thread
 *                                  SlowClientsContract#heads_that_drip_hold_up_nobody
 *                                  SlowClientsContract#clients_that_say_nothing_or_send_half_and_close_their_side_hold_up_nobody
 * 35 bad input                     RawContract#a_bad_request_gets_a_clean_answer
 *                                  FuzzContract#thousands_of_mutated_requests_get_clean_answers
 *                                  ParserFuzzTest#a_hundred_thousand_queries_are_understood_or_refused_in_a_sentence
 *                                  BoundaryValuesTest#every_pair_of_boundary_values_gets_figures_or_a_refusal
 *                                  PlannerInputContract#boundary_values_give_figures_that_are_numbers
 *                                  LogContract#logs_of_no_time_and_of_the_longest_give_figures_that_are_numbers
 *                                  WireContract#bad_input_gets_400_and_the_parameter_with_its_range
 * 36 Jackson                       ReplyTest#a_value_that_cannot_be_serialised_makes_no_reply_and_ends_its_request_with_500
 *                                  EndingContract#whatever_is_thrown_gives_a_clean_500_and_goes_to_the_log
 * 37 isAsyncStarted                RequestLogContract#each_of_a_thousand_requests_has_one_line_with_its_own_figures
 * 38 class path                    every test: a process of its own for each server
 *
 * The slow and the silent
 *
 * 39 no thread waits for a reader  SlowClientsContract#clients_that_pipeline_and_never_read_hold_up_nobody
 *                                  SlowClientsContract#readers_that_vanish_in_the_middle_hold_up_nobody
 *                                  SlowHttp2OnJettyIT#streams_of_window_0_hold_up_nobody
 * 40 an answer needs no thread     SlowClientsContract#answers_in_flight_need_no_request_thread
 * 41 HTTP/2 windows of 0           SlowHttp2OnJettyIT#streams_of_window_0_hold_up_nobody
 *                                  SlowHttp2OnJettyIT#long_polls_of_window_0_hold_up_no_publisher
 *                                  SlowHttp2OnJettyIT#streams_whose_body_never_comes_hold_up_nobody
 *                                  SlowHttp2OnJettyIT#streams_of_window_0_end_with_an_undeploy_in_ten_seconds
 * 42 pipelining, never reading     SlowClientsContract#clients_that_pipeline_and_never_read_hold_up_nobody
 *                                  SlowClientsContract#under_attack_the_application_is_undeployed_in_ten_seconds
 *                                  SlowClientsContract#under_attack_the_server_stops_in_ten_seconds
 * 43 a body drips in at an error   SlowClientsContract#bodies_that_drip_hold_up_nobody
 *                                  SlowClientsContract#chunks_that_drip_hold_up_nobody
 *                                  SlowClientsContract#bodies_that_drip_after_413_hold_up_nobody
 *                                  SlowClientsContract#what_drips_after_a_whole_body_holds_up_nobody
 * 44 deadline covers the body      BackendContract#a_backend_that_stalls_gets_a_503_at_the_deadline_and_is_hung_up
 *                                  BackendContract#an_aggregate_has_what_arrived_before_a_body_that_stalls
 *                                  BackendContract#eight_workers_are_free_again_after_eight_calls_that_stalled
 *                                  BackendContract#a_backend_that_fails_or_never_ends_gets_a_502_long_before_the_deadline
 *                                  BackendContract#a_backend_that_stalls_keeps_no_application_from_stopping
 * 45 a backend's connections       BackendContract#a_connection_is_closed_or_reused_whatever_the_status
 *                                  SocketAnswerTest#a_response_that_is_cut_anywhere_is_no_answer
 *                                  SocketAnswerTest#a_body_has_a_bound_however_it_is_sent
 * 46 bounded on request            BurstContract#of_the_bodies_nothing_is_kept_but_their_length_and_the_beginning_of_the_first
 *                                  BurstContract#a_burst_whose_reader_has_left_leaves_no_request_and_no_connection_behind
 *                                  BurstContract#as_many_bursts_as_are_let_in_send_no_more_than_five_hundred_requests_each_at_any_time
 *                                  BurstContract#a_request_that_comes_when_its_burst_is_over_is_not_served
 *                                  PlannerInputContract#a_run_of_more_requests_than_are_kept_is_refused_and_says_so
 *                                  PlannerInputContract#two_compute_at_a_time_and_others_get_503_and_retry_after_at_once
 *                                  BudgetTest#a_run_keeps_no_more_requests_than_it_may_whatever_serves_them
 *                                  no test: a computation goes on when its client has left; two of ten seconds are the bound
 *
 * A queue of the application
 *
 * 47 refused by a queue            QueueContract#a_full_queue_refuses_at_once_with_retry_after_and_those_inside_do_not_notice
 * 48 dropped from a queue          QueueContract#who_cannot_be_answered_in_time_is_answered_without_work
 * 49 client gone while queued      QueueContract#a_client_that_vanishes_in_the_queue_leaves_nothing_behind
 * 50 deadline while queued         QueueContract#a_deadline_in_the_queue_gives_up_the_place_and_no_work_is_done
 *                                  QueueContract#a_deadline_in_service_keeps_the_worker_until_its_work_is_done
 * 51 error at or after its turn    QueueContract#work_that_fails_gives_its_server_back
 *                                  QueueFilterContract#a_servlet_that_throws_or_never_answers_gives_its_server_back
 *                                  QueueDisciplinesTest#ten_thousand_requests_whose_service_throws_free_their_server_without_a_deep_stack
 * 52 undeploy while queued         QueueContract#queued_and_served_requests_are_answered_when_the_application_is_undeployed
 *                                  QueueFilterContract#requests_queued_in_front_of_a_servlet_are_answered_when_the_application_is_undeployed
 * 53 one way out of a queue        QueueStressTest#a_million_mixed_ends_are_each_counted_once
 *                                  QueueContract#every_request_of_four_times_the_capacity_leaves_in_one_way
 * 54 a queue before any servlet    QueueFilterContract#queued_requests_reach_foreign_servlets_in_turn_and_every_server_comes_back
 *                                  QueueFilterContract#a_full_queue_refuses_before_the_servlet_is_called
 *
 * What public bug reports taught
 *
 * 55 a container that throws       ThrowingContainerTest#a_request_ends_once_whichever_call_of_the_container_throws
 *                                  BodyLengthContract#over_http_2_a_length_that_is_no_number_is_refused_and_nothing_stays_in_flight
 *                                  BodyLengthContract#over_http_1_1_a_length_that_is_no_number_is_refused_and_nothing_stays_in_flight
 * 56 given back before the answer  SequentialContract#a_client_that_sends_one_request_after_the_other_is_never_refused
 *                                  SequentialContract#over_http_2_a_client_that_sends_one_request_after_the_other_is_never_refused
 * 57 nothing held while sending    LogContract#clients_that_drip_their_logs_take_nothing_from_others_and_get_408_in_a_sentence
 *                                  LogContract#more_logs_than_there_are_places_get_503_until_the_slow_ones_are_refused
 *                                  LogUploadsTest#one_log_may_be_as_large_as_all_and_the_others_have_their_share_in_any_case
 *                                  StillSendingContract#clients_that_are_still_sending_take_nothing_from_others
 * 58 linear parsers                LinearInputTest#eight_times_the_input_takes_at_most_twenty_times_as_long
 *                                  MappingsTest#a_long_path_is_looked_up_in_linear_time
 *                                  FaultsTest#faults_are_read_in_linear_time
 *                                  TrafficTest#the_endpoint_of_a_path_is_found_in_linear_time
 *                                  LogKindsTest#hostile_first_lines_take_linear_time_and_no_stack
 * 59 a text comes out unchanged    TextContract#a_text_comes_out_of_the_long_poll_and_of_the_event_stream_as_it_went_in
 *                                  TextContract#a_text_with_a_carriage_return_is_refused_in_a_sentence
 *                                  TextContract#a_text_that_is_no_utf_8_is_refused_in_a_sentence
 *                                  QueryTest#what_is_no_percent_encoded_utf_8_is_refused
 * 60 preconditions, HEAD           HttpContract#a_page_that_the_client_has_is_not_sent_again
 *                                  HttpContract#a_page_is_sent_if_it_is_the_one_that_the_client_asks_for
 *                                  HttpContract#a_precondition_of_a_request_that_is_refused_anyway_is_ignored
 *                                  HttpContract#head_of_every_url_has_status_and_headers_of_get_and_no_body
 *                                  PreconditionsTest#if_match_compares_strongly_and_comes_first
 * 61 Last-Event-ID that is none    EventStreamContract#an_event_stream_goes_on_from_now_with_a_last_event_id_that_is_none_and_says_so
 *                                  EventStreamContract#after_what_a_stream_says_from_now_on_nothing_is_missed
 * 62 heartbeats have a bound       EventStreamContract#however_many_streams_ask_all_their_heartbeats_in_a_second_have_a_bound
 *                                  EventStreamContract#an_interval_of_heartbeats_below_the_shortest_is_refused_with_the_range
 * 63 pipelined chunked uploads     StreamingContract#pipelined_chunked_uploads_are_answered_in_order
 * </pre>
 */
package asynclab.wire;
