import './no-eval.ts';
import { z } from 'zod';

/** The request or the response of a call that has no content. */
export const nothing = z.object({});
