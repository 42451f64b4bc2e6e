/** Against messages of RavenDB 7.1.5 and 6.2.4, and of the sandbox. */
import { expect, it } from 'vitest';
import { locateScriptProblem, readScriptFailure, type SentScript } from './script-problem.ts';
import { ServerError } from './server-error.ts';

const error = (message: string, detail = ''): ServerError =>
  new ServerError({ status: 500, type: '', message, path: '/docs', detail, body: {} });

const script: SentScript = { kind: 'script', text: 'this.Age++;\nthrow new Error("bad");\n' };
const update: SentScript = {
  kind: 'update',
  text: 'from Users as u\nupdate {\n  u.Age = 1;\n  throw new Error("no")\n}',
  updateLine: 2,
  braceLine: 2,
  hasAlias: true,
  loads: 0,
};

it('reads a thrown error of RavenDB', () => {
  const thrown = error(
    `At 6:5 Script failed for document ID 'users/1'. {"message":"bad","stack":"    at call (:5:7)\\n    at execute (:11:5)"}`,
  );
  expect(readScriptFailure(thrown)).toEqual({ message: 'bad', documentId: 'users/1' });
  expect(locateScriptProblem(thrown, script)).toMatchObject({ line: 2, column: 1, message: 'bad' });
});

it('reads a thrown error of RavenDB 6.2', () => {
  const thrown = error(
    `At 13:6 Script failed for document ID 'users/1'. {"message":"bad at :9:9","stack":"   at call :5:7\\n   at execute (doc, args) :11:5\\n   at :13:1"}`,
  );
  expect(readScriptFailure(thrown).message).toBe('bad at :9:9');
  expect(locateScriptProblem(thrown, script)?.line).toBe(2);
});

it('reads a thrown text of RavenDB, whose place is in the details', () => {
  const thrown = error(
    "At 9:4 Script failed for document ID 'users/1'. plain",
    'JavaScriptException: plain\n ---> Error: plain\n    at execute (:4:10)',
  );
  expect(readScriptFailure(thrown).message).toBe('plain');
  expect(locateScriptProblem(thrown, script)?.line).toBe(1);
});

it('reads a syntax error of RavenDB in a script', () => {
  const thrown = error(
    'Failed to parse: \n\r\n function __actual_func(args) { …',
    "Could not prepare script: Unexpected token ';' (5:10)\n ---> Acornima.SyntaxErrorException: Unexpected token ';' (5:10)",
  );
  expect(readScriptFailure(thrown).message).toBe("Syntax error: Unexpected token ';'");
  expect(locateScriptProblem(thrown, script)?.line).toBe(2);
});

it('reads a syntax error of RavenDB in an update clause', () => {
  const thrown = error(
    'Update clause contains invalid script\nAt Line : 2, Column : 10\nQuery: from Users as u…',
    "InvalidQueryException: …\n ---> Acornima.SyntaxErrorException: Unexpected token ';' (2:11)",
  );
  expect(readScriptFailure(thrown).message).toBe("Syntax error: Unexpected token ';'");
  expect(locateScriptProblem(thrown, update)).toMatchObject({ line: 3, column: 3 });
});

it('counts the lines that RavenDB adds to an update clause', () => {
  const failed = (frame: number): ServerError =>
    error(`At 7:7 Script failed for document ID 'a'. {"message":"no","stack":"    at call (:${frame}:8)"}`);
  expect(locateScriptProblem(failed(7), update)?.line).toBe(4);
  expect(locateScriptProblem(failed(6), { ...update, hasAlias: false })?.line).toBe(4);
  expect(locateScriptProblem(failed(8), { ...update, loads: 1 })?.line).toBe(4);
});

it('reads messages of the sandbox', () => {
  const thrown = error(
    `Script failed for document ID 'users/1'. Error: no (line 3, column 12: throw new Error("no")). Nothing of this batch was saved.`,
  );
  expect(readScriptFailure(thrown)).toEqual({
    message: 'Error: no',
    documentId: 'users/1',
  });
  expect(locateScriptProblem(thrown, update)?.line).toBe(4);
});

it('marks no line outside of the script', () => {
  const thrown = error(`At 6:5 Script failed for document ID 'a'. {"message":"x","stack":"at call (:99:7)"}`);
  expect(locateScriptProblem(thrown, script)).toBeNull();
  expect(locateScriptProblem(new Error('offline'), script)).toBeNull();
});

it('locates an error of the query itself', () => {
  const thrown = error('1:12 parsing Where, expected field but got: as\nQuery: from Users as u');
  expect(locateScriptProblem(thrown, update)?.line).toBe(1);
});
