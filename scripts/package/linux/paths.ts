/** Where the files of the application are. */
import { product } from '../description.ts';

/** Of the application, below the prefix (`/usr`). */
export const LIBRARY = `lib/${product.id}`;
/** Of the native files, below the application. */
export const NATIVE = 'resources/app.asar.unpacked/dist/native';
