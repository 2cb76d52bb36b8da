/**
 * The options of the lab, and the JDKs that one of them names. A {@link asynclab.options.LabException} is a sentence for the
 * user.
 *
 * <p>Every room of the lab may call it. It calls no other room. Read {@link asynclab.options.Options} first.
 */
package asynclab.options;
