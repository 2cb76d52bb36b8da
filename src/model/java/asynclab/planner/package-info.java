/**
 * The Planner's questions to the model, without a server. A question reads its parameters by name, and its answer is what becomes JSON. The
 * application's URLs and the commands ask the same questions.
 *
 * <p>{@code web.planner} and the lab call it. It calls {@code parameter}, {@code delay}, {@code discipline}, {@code model}, {@code
 * model.station}, {@code model.advice}, {@code accesslog}, {@code accesslog.format}, {@code traffic} and {@code corpus}, and knows no servlets. Read {@link
 * asynclab.planner.PredictQuestion} first.
 */
package asynclab.planner;
