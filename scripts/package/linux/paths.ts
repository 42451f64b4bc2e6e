/** Where the files of the application are. */
import { product } from '../description.ts';

/** Of the application, below the prefix (`/usr`). */
export const LIBRARY = `lib/${product.id}`;
