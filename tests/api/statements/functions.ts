import {
  isArrowFunction,
  isAsExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';

export const isFunctionNode = (node: Node) =>
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node);

/** What changes nothing but the type or the grouping. */
export const isWrapped = (node: Node) =>
  isParenthesizedExpression(node) ||
  isAsExpression(node) ||
  isSatisfiesExpression(node) ||
  isNonNullExpression(node);

/** The function that a node is in, or its file. */
export function enclosing(node: Node): Node {
  let at = node;
  while (at.parent && !isFunctionNode(at)) at = at.parent;
  return at;
}

/** What a function is called by: its own name, or that of the constant that it is. */
export function nameOf(made: Node): string | undefined {
  const named = isFunctionDeclaration(made) || isMethodDeclaration(made) ? made : made.parent;
  const name =
    isVariableDeclaration(named) || isFunctionDeclaration(named) || isMethodDeclaration(named)
      ? named.name
      : undefined;
  return name && isIdentifier(name) ? name.text : undefined;
}
