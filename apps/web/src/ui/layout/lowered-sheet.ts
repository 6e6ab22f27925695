/** Height in pixels of the lowered sheet of a phone: the handle and two lines of the header. */
export const peekHeightPx = 124;
