/** The current value of a colour of the stylesheet, light or dark. */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
