import { readFileSync } from 'node:fs';
import ts from 'typescript';

const NAMING = new Set(['describe', 'test', 'it']);

/** What the tests and groups of a file are called, as it is written there. */
export function testNamesOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && NAMING.has(calledName(node.expression))) {
      const [name] = node.arguments;
      if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** `describe` of `describe(…)`, `describe.each(…)(…)` and the like. */
function calledName(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called)) {
    return calledName(called.expression);
  }
  return ts.isTaggedTemplateExpression(called) ? calledName(called.tag) : '';
}
