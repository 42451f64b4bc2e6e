/** Bumped when a frame, call or stream changes in a way an older side cannot read. Checked in the first frame both ways. */
export const PORT_VERSION = 3;
