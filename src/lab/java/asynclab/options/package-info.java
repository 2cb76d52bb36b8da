/**
 * What the user asked for: every option of the lab, declared once, and the JDKs that one of them may name. A {@link
 * asynclab.options.LabException} is a sentence for the user.
 *
 * <p>Every room of the lab may call it. It calls no other room. Read {@link asynclab.options.Options} first.
 */
package asynclab.options;
