package asynclab.target;

import static asynclab.document.Texts.text;

import asynclab.model.Latencies;
import asynclab.run.RunChecks;
import asynclab.run.Samples;
import asynclab.run.Stationarity;
import asynclab.run.plan.LoadPlan;
import asynclab.run.result.ArmResult;
import asynclab.run.result.CheckKind;
import asynclab.run.result.TargetModel;
import asynclab.run.result.ValidityCheck;
import asynclab.run.result.figures.Measured;
import java.util.List;

/** Validity checks of a service that is measured from outside. */
final class TargetChecks {

    private static final double BUSY_CLIENT = 0.7;
    private static final double SAME_WORK = 0.1;
    private static final int FEW_ALONE = 10;

    private TargetChecks() {}

    /** @param clientBusy the share of this machine's processors that the client used */
    static List<ValidityCheck> of(String name, LoadPlan load, Measured measured, Samples loaded, double clientBusy) {
        int errors = loaded.errorCount();
        Latencies alone = measured.byLabel().get(TargetModel.ALONE);
        boolean disturbed = alone.meanMs() > TargetModel.aloneMillis(measured) * (1 + SAME_WORK);
        return List.of(
                CheckKind.ERRORS.of(
                        name,
                        errors == 0,
                        RunChecks.areSerious(errors, loaded.all().size()),
                        RunChecks.failed(loaded)),
                RunChecks.littlesLaw(name, loaded.all(), load),
                Stationarity.check(name, loaded.all()),
                CheckKind.ALONE.of(
                        name,
                        alone.samples() >= FEW_ALONE && !disturbed,
                        false,
                        text("%,d requests, mean %.0f ms", alone.samples(), alone.meanMs())
                                + (disturbed ? ", more than under load: something disturbed them" : "")),
                CheckKind.CLIENT.of(
                        name,
                        clientBusy < BUSY_CLIENT,
                        false,
                        text("JMeter used %.0f %% of this machine's processors", clientBusy * 100)));
    }

    static ValidityCheck sameWork(ArmResult baseline, ArmResult target) {
        double before = TargetModel.aloneMillis(baseline.measured());
        double after = TargetModel.aloneMillis(target.measured());
        return CheckKind.SAME_WORK.of(
                TargetModel.NAME,
                Math.abs(after / before - 1) <= SAME_WORK,
                false,
                text("without load %.0f ms at the target, %.0f ms at the baseline", after, before));
    }
}
