/** The parts of RQL for editors and forms. */
export { PATCH_SCRIPT, RQL } from './language.ts';
export { ParameterForm } from './parameter-form.tsx';
export { RqlEditor, type RqlEditorHandle, type RqlEditorProps } from './rql-editor.tsx';
