package asynclab.planner;

import static asynclab.planner.LogUploads.BLOCK_REQUESTS;
import static asynclab.planner.LogUploads.MOST_AT_ONCE;
import static asynclab.planner.LogUploads.SHARED_BLOCKS;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asynclab.ContractRow;
import org.junit.jupiter.api.Test;

class LogUploadsTest {

    private final LogUploads uploads = new LogUploads();

    @Test
    void there_are_some_places_and_each_comes_back_once() {
        var all = new LogUploads.LogUpload[MOST_AT_ONCE];
        for (int i = 0; i < MOST_AT_ONCE; i++) all[i] = uploads.tryEnter();
        assertNull(uploads.tryEnter());
        for (int twice = 0; twice < 2; twice++) all[0].leaveUnlessComputing();
        all[0].leave();
        assertFalse(all[0].keepForComputing(), "it has ended");
        assertNotNull(uploads.tryEnter());
        assertNull(uploads.tryEnter(), "it came back more than once");
    }

    @Test
    void a_computation_keeps_its_place_after_the_end_of_its_request() {
        for (int i = 1; i < MOST_AT_ONCE; i++) uploads.tryEnter();
        var computing = uploads.tryEnter();
        assertTrue(computing.keepForComputing());
        computing.leaveUnlessComputing();
        assertNull(uploads.tryEnter());
        computing.leave();
        assertNotNull(uploads.tryEnter());
    }

    @ContractRow(57)
    @Test
    void one_log_may_be_as_large_as_all_and_the_others_have_their_share_in_any_case() {
        var large = uploads.tryEnter();
        var small = uploads.tryEnter();
        int most = BLOCK_REQUESTS * (1 + SHARED_BLOCKS);
        assertTrue(large.mayHave(most));
        assertFalse(large.mayHave(most + 1));
        assertTrue(small.mayHave(BLOCK_REQUESTS));
        assertFalse(small.mayHave(BLOCK_REQUESTS + 1));
        large.leave();
        assertTrue(small.mayHave(BLOCK_REQUESTS + 1), "the memory of the other has come back");
    }
}
