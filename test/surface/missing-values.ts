import ts from 'typescript';

/** What a use of a text does not fill in, as `id: {name}`. A use whose values are not written out is not judged. */
export function missingValues(
  source: { readonly path: string; readonly text: string },
  placeholdersOf: (id: string) => readonly string[],
): string[] {
  const { path, text } = source;
  const missing: string[] = [];
  const visit = (node: ts.Node): void => {
    const use = ts.isCallExpression(node) ? inCall(node) : inError(node);
    if (use !== undefined) {
      const lacking = placeholdersOf(use.id).filter((name) => !use.given.includes(name));
      missing.push(...lacking.map((name) => `${path}: ${use.id} lacks {${name}}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return missing;
}

interface Use {
  readonly id: string;
  readonly given: readonly string[];
}

/** `translate(language, 'id', { … })`. */
function inCall({ expression, arguments: given }: ts.CallExpression): Use | undefined {
  const [, id, values] = given;
  const translates = ts.isIdentifier(expression) && expression.text === 'translate';
  return translates && id && ts.isStringLiteral(id) ? useOf(id.text, values) : undefined;
}

/** `new AgentError(code, 'For the log.', { messageId: 'id', values: { … } })`. */
function inError(node: ts.Node): Use | undefined {
  const options = ts.isNewExpression(node) ? node.arguments?.[2] : undefined;
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const id = propertyOf(options, 'messageId');
  if (id === undefined || !ts.isStringLiteral(id)) return undefined;
  const shorthand = options.properties.some(ts.isShorthandPropertyAssignment);
  return shorthand ? undefined : useOf(id.text, propertyOf(options, 'values'));
}

function useOf(id: string, values: ts.Expression | undefined): Use | undefined {
  if (values === undefined) return { id, given: [] };
  if (!ts.isObjectLiteralExpression(values) || hasSpread(values)) return undefined;
  return { id, given: values.properties.map((property) => nameOf(property)) };
}

function nameOf(property: ts.ObjectLiteralElementLike): string {
  return property.name !== undefined && ts.isIdentifier(property.name) ? property.name.text : '';
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = node.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => ts.isIdentifier(property.name) && property.name.text === name);
  return found?.initializer;
}

function hasSpread({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some(ts.isSpreadAssignment);
}
