import { refuseFile } from './fileRefusal.ts';
import { readXml, xmlText } from './readXml.ts';

/** What an office document may not do: run, load from elsewhere, or hide another file. Every part is read, whatever it is called. */

/** Relationships by the last part of their type. */
const RUNNING =
  /^(?:vbaProject|wordVbaData|vbaProjectSignature\w*|oleObject|package|control|activeXControl\w*|ctrlProp|xlMacrosheet|xlIntlMacrosheet|dialogsheet|macrosheet|keyMapCustomizations|attachedToolbars|customUI|extensibility|ui)$/i;
const LOADING =
  /^(?:attachedTemplate|externalLink\w*|frame|subDocument|aFChunk|connections|queryTable|recipientData|mailMergeSource|mailMergeHeaderSource|webSettingsFrame|webextension\w*)$/i;
/** Where a reader may be led to by a click; nothing of it is loaded before. */
const WEB_LINK = /^(?:https?:\/\/|mailto:|tel:|#)/i;
const TYPES_THAT_RUN =
  /macroEnabled|vbaProject|oleObject|activeX|macrosheet|dialogsheet|customUI|ms-excel\.sheet\.binary/i;

/** Fields that run or load, by their first word. */
const ACTING_FIELDS = new Set(
  'DDE DDEAUTO INCLUDETEXT INCLUDEPICTURE INCLUDE LINK IMPORT EMBED DATABASE MACROBUTTON RD CONTROL ADDIN'.split(
    ' ',
  ),
);
/** Functions of a sheet that call out. */
const ACTING_FORMULA =
  /\b(?:WEBSERVICE|FILTERXML|RTD|CALL|REGISTER(?:\.ID)?|EXEC|EVALUATE|IMAGE|DDE\w*|SQL\.REQUEST)\s*\(/i;

const firstWord = (code: string): string => /^[\s"]*([\p{L}.]+)/u.exec(code)?.[1]?.toUpperCase() ?? '';

function checkRelationship({
  Type = '',
  Target = '',
  TargetMode = '',
}: Readonly<Record<string, string>>): void {
  const kind = Type.slice(Type.lastIndexOf('/') + 1);
  if (RUNNING.test(kind)) throw refuseFile('fileMacros');
  if (LOADING.test(kind)) throw refuseFile('fileLoads');
  if (TargetMode.toLowerCase() !== 'external') return;
  if (kind !== 'hyperlink' || !WEB_LINK.test(Target.trim())) throw refuseFile('fileLoads');
}

/** Codes of fields, which may be nested and split among runs: what each begins with says what it does. */
class FieldCodes {
  readonly #open: string[] = [];

  mark(type: string | undefined): void {
    if (type === 'begin') {
      // A field whose name another field makes could be any.
      if (this.#open.length > 0 && this.#open.at(-1)?.trim() === '') throw refuseFile('fileLoads');
      this.#open.push('');
    } else if (type === 'separate') this.#check(this.#open.at(-1));
    else if (type === 'end') this.#check(this.#open.pop());
  }

  add(text: string): void {
    // Without a field around it a reader may still take it for one.
    if (this.#open.length === 0) this.#check(text);
    else this.#open.push((this.#open.pop() ?? '') + text);
  }

  #check(code = ''): void {
    if (ACTING_FIELDS.has(firstWord(code))) throw refuseFile('fileLoads');
  }

  end(): void {
    for (const code of this.#open) this.#check(code);
  }
}

function checkFormula(formula: string): void {
  const code = formula.replaceAll(/"[^"]*"/g, '""');
  // `server|topic!item` asks another program; names of other books and programs stand in brackets or behind a bar.
  if (ACTING_FORMULA.test(code) || /[\w\])']\s*\|/.test(code)) throw refuseFile('fileLoads');
}

/** A name that runs as macros of old sheets did. */
const isMacroName = ({ name = '', xlm, vbProcedure, macro }: Readonly<Record<string, string>>): boolean =>
  /^(?:_xlnm\.)?auto_?(?:open|close|activate|deactivate)/i.test(name) ||
  [xlm, vbProcedure, macro].some((flag) => flag === '1' || flag === 'true');

/** Tags that say what a part does, by their names. */
const CHECKS: Readonly<
  Record<string, (attributes: Readonly<Record<string, string>>, fields: FieldCodes) => void>
> = {
  Relationship: checkRelationship,
  Override: checkType,
  Default: checkType,
  fldChar: ({ fldCharType }, fields) => fields.mark(fldCharType),
  fldSimple: ({ instr = '' }, fields) => fields.add(instr),
  ddeLink: refuseLoading,
  oleLink: refuseLoading,
  externalBook: refuseLoading,
  OLEObject: refuseRunning,
  oleObject: refuseRunning,
  control: refuseRunning,
  definedName: (attributes) => {
    if (isMacroName(attributes)) refuseRunning();
  },
};

function refuseLoading(): never {
  throw refuseFile('fileLoads');
}
function refuseRunning(): never {
  throw refuseFile('fileMacros');
}
function checkType({ ContentType = '' }: Readonly<Record<string, string>>): void {
  if (TYPES_THAT_RUN.test(ContentType)) refuseRunning();
}

/** Texts that are codes: of a field in a document, of a cell or a name in a book. */
const FORMULAS = new Set('f formula formula1 formula2 definedName calculatedColumnFormula'.split(' '));
const FIELDS = new Set(['instrText', 'delInstrText']);

function checkXml(text: string): void {
  const fields = new FieldCodes();
  let inside = '';
  readXml(text, {
    open(name, attributes) {
      inside = name;
      if (Object.hasOwn(CHECKS, name)) CHECKS[name]!(attributes(), fields);
    },
    close() {
      inside = '';
    },
    text(code) {
      if (FIELDS.has(inside)) fields.add(code());
      else if (FORMULAS.has(inside)) checkFormula(code());
    },
  });
  fields.end();
}

/** Programs, archives and documents of older kinds within a part. */
const NESTED: readonly (readonly number[])[] = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x50, 0x4b, 0x03, 0x04],
  [0x4d, 0x5a],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x7b, 0x5c, 0x72, 0x74, 0x66],
];

/** @throws Refused of a part that runs, that loads from elsewhere or that is a file of its own */
export function checkPart(content: Buffer): void {
  if (NESTED.some((start) => start.every((byte, at) => content[at] === byte))) throw refuseFile('fileMacros');
  const text = xmlText(content);
  if (text !== undefined) checkXml(text);
}

/** The main part that the relationships of the package name; undefined where they name none. */
export function mainPartIn(relationships: Buffer): string | undefined {
  let main: string | undefined;
  readXml(xmlText(relationships) ?? '', {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Type = '', Target } = attributes();
      if (Type.endsWith('/officeDocument')) main ??= Target?.replace(/^\//, '');
    },
    close: () => undefined,
    text: () => undefined,
  });
  return main;
}
