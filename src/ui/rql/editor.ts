/** The parts of RQL for editors and forms. */
export { provideCompletion } from './completion.ts';
export { ensureRqlLanguage, PATCH_SCRIPT, RQL } from './language.ts';
export { ParameterForm } from './parameter-form.tsx';
