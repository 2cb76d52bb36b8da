package asynclab.calibration;

import asynclab.document.Document.CheckStatus;
import asynclab.run.result.MeasuredArm;
import asynclab.run.result.ValidityCheck;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The measured figures of a workload.
 *
 * @param commit of the code that measured it; null without git
 * @param arms in the order in which they ran
 * @param checks the number of validity checks that were applicable
 * @param failed those that failed
 */
record MeasuredWorkload(String name, String commit, List<CalibratedArm> arms, int checks, List<ValidityCheck> failed) {

    /**
     * The measured figures of an arm.
     *
     * @param sameDraws the prediction with the seed of the run. It is made after the run, and separates chance from an error of the model
     */
    record CalibratedArm(
            String name,
            int requests,
            int errors,
            Map<CalibrationFigure, Double> figures,
            Map<CalibrationFigure, Double> sameDraws) {

        static CalibratedArm of(MeasuredArm arm) {
            return new CalibratedArm(
                    arm.name(),
                    arm.measured().samples(),
                    arm.measured().errors(),
                    CalibrationFigure.of(arm.measured()),
                    CalibrationFigure.of(arm.prediction().run()));
        }
    }

    /** @param before the check of the machine before the runs */
    static MeasuredWorkload of(String name, String commit, ValidityCheck before, List<MeasuredArm> arms) {
        List<ValidityCheck> checks = Stream.concat(
                        Stream.of(before), arms.stream().flatMap(arm -> arm.checks().stream()))
                .filter(ValidityCheck::applicable)
                .toList();
        return new MeasuredWorkload(
                name,
                commit,
                arms.stream().map(CalibratedArm::of).toList(),
                checks.size(),
                checks.stream().filter(check -> !check.ok()).toList());
    }

    /** Whether a serious check failed, so that the runs say nothing about the model. */
    boolean isInvalid() {
        return failed.stream().anyMatch(check -> check.status() == CheckStatus.RED);
    }

    private CalibratedArm arm(String arm) {
        return arms.stream().filter(one -> one.name.equals(arm)).findFirst().orElseThrow();
    }

    double figure(String arm, CalibrationFigure figure) {
        return arm(arm).figures.get(figure);
    }

    double sameDraws(String arm, CalibrationFigure figure) {
        return arm(arm).sameDraws.get(figure);
    }

    /** Asynchronous ÷ blocking goodput. */
    double ratio() {
        return figure(WorkloadDraw.ASYNC, CalibrationFigure.GOODPUT)
                / figure(WorkloadDraw.BLOCKING, CalibrationFigure.GOODPUT);
    }
}
