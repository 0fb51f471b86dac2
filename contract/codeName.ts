/** Names that end up in generated code, in menus and in labels: a person reads all of such a name, and it ends no comment. */

/** Controls, what turns the direction of a text, what no font draws; and the ends of comments and of markup. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/u;
const BREAKS = /\*\/|\/\*|<[/!?a-z]|\$\{|\{\{|\$t\(/i;

export const isCodeName = (text: string): boolean => !HIDDEN.test(text) && !BREAKS.test(text);
