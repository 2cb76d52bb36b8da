package asynclab.cli;

import asynclab.options.Options;
import asynclab.parameter.BadParameter;
import asynclab.parameter.Parameters;
import asynclab.planner.PlannerParameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives a {@link QuestionCommand} an option for each parameter of its question: {@code --arrival-rate} is {@code arrivalRate}. The model's
 * sentences name parameters. The user reads them with the names of the options.
 */
final class QuestionOptions implements IModelTransformer {

    @Override
    public CommandSpec transform(CommandSpec command) {
        List<PlannerParameter> parameters = ((QuestionCommand) command.userObject()).parameters();
        Map<String, List<PlannerParameter>> groups = parameters.stream()
                .collect(Collectors.groupingBy(PlannerParameter::group, LinkedHashMap::new, Collectors.toList()));
        Pattern names = names(parameters, ""); // once, because the help of every command has to wait for it
        groups.forEach((title, members) -> {
            var group = ArgGroupSpec.builder()
                    .heading("%n" + title.replace("%", "%%") + ":%n")
                    .validate(false);
            for (PlannerParameter it : members)
                group.addArg(OptionSpec.builder(option(it.name()))
                        .type(String.class)
                        .paramLabel(label(it))
                        .completionCandidates(it.choices())
                        .description(typed(description(it), names).replace("%", "%%"))
                        .build());
            command.addArgGroup(group.build());
        });
        return command;
    }

    static String option(String parameter) {
        return "--" + Options.kebab(parameter);
    }

    private static String label(PlannerParameter it) {
        return switch (it.kind()) {
            case WHOLE -> "N";
            case DECIMAL, POSITIVE -> "X";
            case CHOICE -> "NAME";
            case TEXT -> "P:MS,P:MS";
        };
    }

    private static String description(PlannerParameter it) {
        String absent = it.absent() == null ? it.otherwise() : it.absent().toString();
        String limits = Stream.of(it.range(), absent.isEmpty() ? "" : "default: " + absent)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
        return it.meaning() + (limits.isEmpty() ? "" : " (" + limits + ")");
    }

    /** What the user typed, as parameters. */
    static Parameters given(CommandSpec command, List<PlannerParameter> parameters) {
        var pairs = new ArrayList<String>();
        for (PlannerParameter it : parameters)
            for (String value : command.findOption(option(it.name())).originalStringValues())
                pairs.addAll(List.of(it.name(), value));
        return Parameters.of(pairs.toArray(String[]::new));
    }

    /** The sentence about a parameter, with the names of options. */
    static String typed(BadParameter bad, List<PlannerParameter> parameters) {
        Pattern name = Pattern.compile("(?<![\\w-])(" + anyOf(parameters) + ")(?![\\w-])");
        UnaryOperator<String> typed = text -> name.matcher(text).replaceAll(found -> option(found.group()));
        boolean severalForms = bad.name().contains(",");
        String range = typed(bad.range(), names(parameters, "|(?= (or \\w+ )?is given)"));
        return new BadParameter(typed.apply(bad.name()), severalForms ? typed.apply(bad.value()) : bad.value(), range)
                .getMessage();
    }

    /**
     * A text of the model with the names of options. The name of some parameters is also a usual word, such as {@code threads}. A text
     * that means the parameter must write {@code threads=}.
     */
    static String typed(String text, List<PlannerParameter> parameters) {
        return typed(text, names(parameters, ""));
    }

    private static String typed(String text, Pattern names) {
        return names.matcher(text).replaceAll(found -> option(found.group(1)));
    }

    /** @param or what else may follow the name of a parameter */
    private static Pattern names(List<PlannerParameter> parameters, String or) {
        String camelCase = "(?<=[A-Z]\\w{0,9})(?![\\w=])";
        return Pattern.compile("(?<![\\w=-])(" + anyOf(parameters) + ")(?:" + camelCase + "|=(?!\\w)|(?==)" + or + ")");
    }

    /** The longest names first, because some names begin with another name. */
    private static String anyOf(List<PlannerParameter> parameters) {
        return parameters.stream()
                .map(PlannerParameter::name)
                .distinct()
                .sorted((one, other) -> other.length() - one.length())
                .collect(Collectors.joining("|"));
    }
}
