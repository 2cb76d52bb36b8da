/**
 * Reads what comes in from outside: a query and a setting. Wrong input becomes a {@link asynclab.input.BadParameter},
 * whose sentence names the parameter and its range.
 *
 * <p>Every room may call it. It calls no other room. Read {@link asynclab.input.Parameters} first.
 */
package asynclab.input;
