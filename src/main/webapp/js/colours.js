/** A colour of the stylesheet, by its name: as it is now, light or dark. */
export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
