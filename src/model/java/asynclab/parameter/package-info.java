/**
 * Named values from outside, such as those of a query, and what is wrong with them. Wrong input becomes a {@link
 * asynclab.parameter.BadParameter}, whose sentence names the parameter and its range.
 *
 * <p>Every room may call it. It calls no other room and knows no servlets. Read {@link asynclab.parameter.Parameters} first.
 */
package asynclab.parameter;
