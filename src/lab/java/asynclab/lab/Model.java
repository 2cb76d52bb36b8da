package asynclab.lab;

import asynclab.queueing.Budget;
import asynclab.queueing.Occupancy;
import asynclab.queueing.Prediction;
import asynclab.queueing.Stages;
import asynclab.queueing.Station;

/** What the model says of an experiment's arms, with the plan's own draws. */
record Model(Experiment.Load load, long seed) {

    PlanDraws draws() {
        return new PlanDraws(load, seed);
    }

    Prediction predict(Experiment.Arm arm, Station station) {
        return Prediction.of(load.toModel(arm), any -> new PlanDraws(load, any), seed, station);
    }

    double estimatedSeconds(Experiment.Arm arm, Station station) {
        return load.toModel(arm)
                        .simulate(draws(), Stages.of(station), seed, Budget.unlimited(), new Occupancy())
                        .whole()
                        .millis()
                / 1_000;
    }
}
