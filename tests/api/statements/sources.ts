import { relative } from 'node:path';
import {
  type CallExpression,
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast';
import { API, type Project, type Type } from 'typescript/unstable/sync';
import { Evaluator } from './evaluate.ts';
import { Worlds } from './worlds.ts';

/** One call of `query` in the server's sources. */
export interface Statement {
  /** `file:line` */
  place: string;
  /** Every text that it can send; undefined where the sources alone do not say it. */
  texts: readonly string[] | undefined;
  /** What the caller declares a row to be. */
  row: Type | undefined;
}

export interface Sources extends Disposable {
  project: Project;
  statements: readonly Statement[];
}

const PROJECT = 'server/tsconfig.json';

function callsOf(project: Project): Map<string, CallExpression[]> {
  const calls = new Map<string, CallExpression[]>();
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const callee = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (isIdentifier(callee)) calls.set(callee.text, [...(calls.get(callee.text) ?? []), node]);
    }
    node.forEachChild(visit);
  };
  for (const name of project.program.getSourceFileNames()) {
    const file = relative(process.cwd(), name).startsWith('server/') && project.program.getSourceFile(name);
    if (file) visit(file);
  }
  return calls;
}

function placeOf(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split('\n').length;
  return `${relative(process.cwd(), file.fileName)}:${line}`;
}

function textsOf(evaluator: Evaluator, worlds: Worlds, given: Node): string[] | undefined {
  const texts = worlds.all(() => {
    const value = evaluator.value(given);
    const text = value && isObjectLiteralExpression(value.node) ? evaluator.property(value, 'text') : value;
    return text && evaluator.text(text.node, text.env);
  });
  return texts && [...new Set(texts)];
}

/** Reads the server's sources with the compiler; dispose it when its types are no longer asked about. */
export function readSources(): Sources {
  const api = new API({ cwd: process.cwd() });
  const snapshot = api.updateSnapshot({ openProjects: [PROJECT] });
  const project = snapshot.getProjects().find(({ configFileName }) => configFileName.endsWith(PROJECT))!;
  const calls = callsOf(project);
  const worlds = new Worlds();
  const evaluator = new Evaluator(project, calls, worlds);
  const statements = (calls.get('query') ?? []).map((call): Statement => {
    const [given] = call.arguments;
    const [row] = call.typeArguments ?? [];
    return {
      place: placeOf(call),
      texts: given && textsOf(evaluator, worlds, given),
      row: row && project.checker.getTypeFromTypeNode(row),
    };
  });
  return { project, statements, [Symbol.dispose]: () => api.close() };
}
