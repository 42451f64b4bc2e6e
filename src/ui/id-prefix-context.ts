import { createContext } from 'react';
import type { IdPrefixes } from './find-ids.ts';

/** The known prefixes of the database whose values are shown; set by `IdPreviews`. */
export const IdPrefixContext = createContext<IdPrefixes | undefined>(undefined);
