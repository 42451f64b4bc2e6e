/** Incremented when a frame, call or stream changes incompatibly. Checked in the first frame by both sides. */
export const PORT_VERSION = 3;
