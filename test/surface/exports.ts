import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The names that a module offers, in order; a type has `type` before it, a class or function nothing. */
export function exportsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap(namesOf);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isExportDeclaration(statement)) return exportedBy(statement);
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  const exported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  // A door only hands on: whatever else it exports is shown as it is written, and so is seen.
  return exported || ts.isExportAssignment(statement) ? [statement.getFullText().trim()] : [];
}

function exportedBy({ exportClause, isTypeOnly }: ts.ExportDeclaration): string[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return ['*'];
  return exportClause.elements.map((element) =>
    isTypeOnly || element.isTypeOnly ? `type ${element.name.text}` : element.name.text,
  );
}
