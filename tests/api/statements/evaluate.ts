import {
  type BindingElement,
  type CallExpression,
  type ConditionalExpression,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isComputedPropertyName,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Checker, type Project, type Symbol, SymbolFlags } from 'typescript/unstable/sync';
import { enclosing, isFunctionNode, isWrapped, nameOf } from './functions.ts';
import { Impossible, type Worlds } from './worlds.ts';

/** What parameters stand for. */
type Env = ReadonlyMap<Node, Value>;
/** An expression and the arguments under which it is read. */
export interface Value {
  node: Node;
  env: Env;
}

const NOTHING: Env = new Map();
const DEEPEST = 60;

/**
 * Reads expressions of the sources without running them: constants, templates, objects, functions that return an
 * expression, and parameters by the arguments of calls. Where the sources leave a choice (a value of a union of
 * literals, the branch of a condition, the call of a function) every choice is taken in turn, and the same one wherever
 * it is met within one reading.
 */
export class Evaluator {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #calls: ReadonlyMap<string, readonly CallExpression[]>;
  readonly #declarations = new Map<Node, Node | undefined>();
  readonly #keys = new Map<Node, number>();
  readonly #worlds: Worlds;

  /** `calls`: all calls of the sources, by the name that is called. */
  constructor(project: Project, calls: ReadonlyMap<string, readonly CallExpression[]>, worlds: Worlds) {
    this.#worlds = worlds;
    this.#project = project;
    this.#checker = project.checker;
    this.#calls = calls;
  }

  text(node: Node, env: Env = NOTHING, depth = 0): string | undefined {
    const value = this.value(node, env, depth);
    const text = (value && this.#textOf(value, depth)) ?? this.#literal(value?.node ?? node);
    if (text === undefined) return this.#isNumber(node) ? '1' : undefined;
    if (isIdentifier(node) && this.#literalsOf(node)?.includes(text) === false) throw new Impossible();
    return text;
  }

  /** The expression that is behind a name, a call, a choice or a property. */
  value(node: Node, env: Env = NOTHING, depth = 0): Value | undefined {
    if (depth > DEEPEST) return undefined;
    if (isWrapped(node)) return this.value(node.expression, env, depth + 1);
    if (isConditionalExpression(node)) return this.value(this.#branch(node, env, depth), env, depth + 1);
    if (isIdentifier(node)) return this.#declared(this.#declarationOf(node), env, depth) ?? { node, env };
    if (isPropertyAccessExpression(node)) {
      if (this.#isOpen(node.expression, env)) return { node, env };
      const of = this.value(node.expression, env, depth + 1);
      return (of && this.property(of, node.name.text, depth)) ?? { node, env };
    }
    if (isElementAccessExpression(node))
      return this.#element(node.expression, node.argumentExpression, env, depth);
    if (isCallExpression(node)) return this.#called(node, env, depth) ?? { node, env };
    return { node, env };
  }

  /** What an object has under this name. */
  property({ node, env }: Value, name: string, depth = 0): Value | undefined {
    if (!isObjectLiteralExpression(node)) return undefined;
    for (const each of node.properties.toReversed()) {
      if (isSpreadAssignment(each)) {
        const of = this.value(each.expression, env, depth + 1);
        const found = of && this.property(of, name, depth + 1);
        if (found) return found;
      } else if (each.name && this.#keyOf(each.name, env, depth) === name) {
        if (isPropertyAssignment(each)) return this.value(each.initializer, env, depth + 1);
        if (!isShorthandPropertyAssignment(each)) return { node: each, env };
        return this.#declared(
          this.#declaration(this.#checker.getShorthandAssignmentValueSymbol(each)),
          env,
          depth,
        );
      }
    }
    return undefined;
  }

  #keyFor(node: Node): number {
    const key = this.#keys.get(node) ?? this.#keys.size;
    this.#keys.set(node, key);
    return key;
  }

  #branch(node: ConditionalExpression, env: Env, depth: number): Node {
    const truth =
      this.#truth(node.condition, env, depth) ?? this.#worlds.choose(`?${this.#keyFor(node)}`, [true, false]);
    return truth ? node.whenTrue : node.whenFalse;
  }

  #truth(node: Node, env: Env, depth: number): boolean | undefined {
    if (isWrapped(node)) return this.#truth(node.expression, env, depth);
    if (!isBinaryExpression(node)) {
      const kind = this.value(node, env, depth + 1)?.node.kind;
      return kind === SyntaxKind.TrueKeyword ? true : kind === SyntaxKind.FalseKeyword ? false : undefined;
    }
    const { kind } = node.operatorToken;
    if (kind === SyntaxKind.AmpersandAmpersandToken) {
      const left = this.#truth(node.left, env, depth);
      return left === false ? false : left && this.#truth(node.right, env, depth);
    }
    const same = kind === SyntaxKind.EqualsEqualsEqualsToken;
    if (!same && kind !== SyntaxKind.ExclamationEqualsEqualsToken) return undefined;
    const [left, right] = [node.left, node.right].map((side) => this.text(side, env, depth + 1));
    return left === undefined || right === undefined ? undefined : (left === right) === same;
  }

  #textOf({ node, env }: Value, depth: number): string | undefined {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isNumericLiteral(node))
      return node.text;
    if (isTemplateExpression(node)) {
      const parts = node.templateSpans.flatMap((span) => [
        this.text(span.expression, env, depth + 1),
        span.literal.text,
      ]);
      return joined([node.head.text, ...parts]);
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
      return joined([this.text(node.left, env, depth + 1), this.text(node.right, env, depth + 1)]);
    if (isPropertyAccessExpression(node))
      return this.#ofLiteral(this.value(node.expression, env, depth + 1), node.name.text, depth);
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression))
      return this.#method(node, node.expression.expression, node.expression.name.text, env, depth);
    return undefined;
  }

  /** The length of a list, the source of a regular expression. */
  #ofLiteral(of: Value | undefined, name: string, depth: number): string | undefined {
    if (name === 'length') return this.#members(of, depth)?.length.toString();
    return name === 'source' && of?.node.kind === SyntaxKind.RegularExpressionLiteral
      ? of.node.getText().replace(/^\/(.*)\/\w*$/s, '$1')
      : undefined;
  }

  /** Of the methods of texts and lists those that make statements. */
  #method(call: CallExpression, of: Node, name: string, env: Env, depth: number): string | undefined {
    const given = call.arguments.map((each) => this.text(each, env, depth + 1));
    if (name === 'join') {
      const list = this.#members(this.value(of, env, depth + 1), depth);
      return joined(
        list?.map((each) => this.text(each.node, each.env, depth + 1)) ?? [undefined],
        given.length > 0 ? given[0] : ',',
      );
    }
    if (name !== 'replace' || given[0] === undefined || given[1] === undefined) return undefined;
    return this.text(of, env, depth + 1)?.replace(given[0], given[1]);
  }

  #members(of: Value | undefined, depth: number): Value[] | undefined {
    if (!of) return undefined;
    const { node, env } = of;
    if (isArrayLiteralExpression(node)) {
      // An empty list is filled by what follows.
      if (node.elements.length === 0) return undefined;
      const members = node.elements.map((element) =>
        isSpreadElement(element)
          ? this.#members(this.value(element.expression, env, depth + 1), depth + 1)
          : [{ node: element, env }],
      );
      return members.every((each) => each !== undefined) ? members.flat() : undefined;
    }
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
    const [given] = node.arguments;
    if (node.expression.name.text !== 'map' || !given) return undefined;
    const mapped = this.value(given, env, depth + 1);
    const members = this.#members(this.value(node.expression.expression, env, depth + 1), depth + 1);
    if (!mapped || !members || !isFunctionNode(mapped.node)) return undefined;
    const [parameter] = mapped.node.parameters;
    const results = members.map((member) =>
      this.#returned(
        mapped.node,
        new Map([...mapped.env, ...(parameter ? [[parameter, member] as const] : [])]),
        depth,
      ),
    );
    return results.every((each) => each !== undefined) ? results : undefined;
  }

  /** Where the type says what it can be. */
  #literal(node: Node): string | undefined {
    const texts = this.#literalsOf(node);
    return texts && this.#worlds.choose(`${node.getText()}@${this.#keyFor(enclosing(node))}`, texts);
  }

  #literalsOf(node: Node): string[] | undefined {
    const type = this.#checker.getTypeAtLocation(node);
    const each = type?.isUnionType() ? type.getTypes() : [type];
    const texts = each.map((one) =>
      one?.isStringLiteralType() || one?.isNumberLiteralType() ? String(one.value) : undefined,
    );
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }

  #isNumber(node: Node): boolean {
    const type = this.#checker.getTypeAtLocation(node);
    return type !== undefined && this.#checker.isTypeAssignableTo(type, this.#checker.getNumberType());
  }

  #keyOf(name: Node, env: Env, depth: number): string | undefined {
    if (isComputedPropertyName(name)) return this.text(name.expression, env, depth + 1);
    return isIdentifier(name) || isStringLiteral(name) || isNumericLiteral(name) ? name.text : undefined;
  }

  #element(of: Node, index: Node | undefined, env: Env, depth: number): Value | undefined {
    const value = this.value(of, env, depth + 1);
    if (!value || !index) return undefined;
    const key =
      this.text(index, env, depth + 1) ??
      this.#worlds.choose(`${index.getText()}@${this.#keyFor(enclosing(index))}`, this.#keysOf(value, depth));
    if (key === undefined) return undefined;
    return isArrayLiteralExpression(value.node)
      ? this.#members(value, depth + 1)?.[Number(key)]
      : this.property(value, key, depth + 1);
  }

  #keysOf({ node, env }: Value, depth: number): string[] {
    if (!isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap((each) =>
      !isSpreadAssignment(each) && each.name ? (this.#keyOf(each.name, env, depth) ?? []) : [],
    );
  }

  #declarationOf(node: Node): Node | undefined {
    if (!this.#declarations.has(node))
      this.#declarations.set(node, this.#declaration(this.#checker.getSymbolAtLocation(node)));
    return this.#declarations.get(node);
  }

  #declaration(symbol: Symbol | undefined): Node | undefined {
    const target =
      symbol && symbol.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return target?.valueDeclaration?.resolve(this.#project);
  }

  /** A parameter about which only its type is known. */
  #isOpen(node: Node, env: Env): boolean {
    const declared = isIdentifier(node) ? this.#declarationOf(node) : undefined;
    return declared !== undefined && isParameterDeclaration(declared) && !env.has(declared);
  }

  #declared(node: Node | undefined, env: Env, depth: number): Value | undefined {
    if (!node) return undefined;
    if (isVariableDeclaration(node))
      return node.initializer ? this.value(node.initializer, env, depth + 1) : this.#eachOf(node, env, depth);
    if (isFunctionNode(node)) return { node, env };
    if (isBindingElement(node)) return this.#bindingOf(node, env, depth);
    return isParameterDeclaration(node) ? this.#argumentOf(node, env, depth) : undefined;
  }

  /** The variable of `for (… of list)`. */
  #eachOf(node: Node, env: Env, depth: number): Value | undefined {
    const loop = node.parent.parent;
    if (!isForOfStatement(loop)) return undefined;
    const members = this.#members(this.value(loop.expression, env, depth + 1), depth);
    const at = this.#worlds.choose(
      `each ${this.#keyFor(loop)}`,
      Array.from(members ?? [], (_, index) => index),
    );
    const member = at === undefined ? undefined : members?.[at];
    return member && this.value(member.node, member.env, depth + 1);
  }

  #bindingOf(node: BindingElement, env: Env, depth: number): Value | undefined {
    const holder = node.parent.parent;
    const from = this.#declared(holder, env, depth + 1);
    const name = node.propertyName ?? node.name;
    if (!from || !name || !isIdentifier(name)) return undefined;
    if (!isArrayBindingPattern(node.parent))
      return (
        this.property(from, name.text, depth + 1) ??
        (node.initializer && this.value(node.initializer, env, depth + 1))
      );
    const member = this.#members(from, depth + 1)?.[node.parent.elements.indexOf(node)];
    return member && this.value(member.node, member.env, depth + 1);
  }

  #argumentOf(parameter: Node, env: Env, depth: number): Value | undefined {
    const made = parameter.parent;
    const known = env.get(parameter);
    if (known) return this.value(known.node, known.env, depth + 1);
    if (isParameterDeclaration(parameter) && this.#literalsOf(parameter.name)) return undefined;
    const call = this.#worlds.choose(`call ${this.#keyFor(made)}`, this.#callsTo(made));
    const value = call && this.#bound(made, call, NOTHING).get(parameter);
    return value && this.value(value.node, value.env, depth + 1);
  }

  #callsTo(made: Node): CallExpression[] {
    const name = nameOf(made);
    return (name === undefined ? [] : (this.#calls.get(name) ?? [])).filter(({ expression }) => {
      const declared = this.#declarationOf(
        isPropertyAccessExpression(expression) ? expression.name : expression,
      );
      return (
        declared === made || (declared && isVariableDeclaration(declared) && declared.initializer === made)
      );
    });
  }

  #bound(made: Node, call: CallExpression, env: Env): Map<Node, Value> {
    const bound = new Map<Node, Value>();
    if (!isFunctionNode(made)) return bound;
    for (const [at, parameter] of made.parameters.entries()) {
      const given = call.arguments[at] ?? parameter.initializer;
      if (given) bound.set(parameter, { node: given, env });
    }
    return bound;
  }

  #called(call: CallExpression, env: Env, depth: number): Value | undefined {
    const [given] = call.arguments;
    if (given && call.expression.getText() === 'Object.freeze') return this.value(given, env, depth + 1);
    const of = isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
    const made = isIdentifier(of) ? this.#declared(this.#declarationOf(of), env, depth + 1) : undefined;
    if (!made || !isFunctionNode(made.node)) return undefined;
    return this.#returned(made.node, new Map([...made.env, ...this.#bound(made.node, call, env)]), depth + 1);
  }

  #returned(made: Node, env: Env, depth: number): Value | undefined {
    if (!isFunctionNode(made) || !made.body) return undefined;
    if (!isBlock(made.body)) return this.value(made.body, env, depth + 1);
    const returns: Node[] = [];
    const visit = (node: Node): void => {
      if (isReturnStatement(node) && node.expression) returns.push(node.expression);
      if (!isFunctionNode(node)) node.forEachChild(visit);
    };
    made.body.forEachChild(visit);
    const chosen = this.#worlds.choose(`return ${this.#keyFor(made)}`, returns);
    return chosen && this.value(chosen, env, depth + 1);
  }
}

function joined(parts: readonly (string | undefined)[], glue: string | undefined = ''): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join(glue) : undefined;
}
