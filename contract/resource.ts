import { admits, type Audience, checkAudience, KINDS } from './audience.ts';
import type { Field, Fields } from './field.ts';
import { OTP_FIELD } from './otp.ts';
import type { Refusal } from './refusal.ts';

export type Area =
  | 'orders'
  | 'merchants'
  | 'channels'
  | 'finance'
  | 'logs'
  | 'system'
  | 'platform'
  | 'develop'
  | 'bank'
  | 'reports';

/** Verbs beyond reading; a resource can always be read as page, rows, detail, options and totals. */
export type Verb = 'add' | 'update' | 'delete' | 'export';

/**
 * Whose money a write decides about. The platform is liable for what its books owe to the merchants of all tenants, as a
 * payment platform is for the balances of its connected accounts; what may raise that is not a tenant's to decide.
 * `platform`: credits a balance against the platform's books, says that money came or failed to leave, or changes terms by
 * which that is computed: for the platform's staff alone, whatever a role of a tenant holds;
 * `tenant`: moves money within the balances of the tenant's merchants at the terms that are stored, says which of them may
 * trade, or books what an upstream itself reports;
 * `request`: asks for what is the platform's to decide, and moves nothing;
 * `delegated`: carries out another command, which says it.
 * A verb that neither posts to the ledger nor changes terms says nothing (tests/safety/books.test.ts).
 */
export type Books = 'platform' | 'tenant' | 'request' | 'delegated';

/** Accepted values per field; an empty list never matches, null matches an absent value. */
export type Guard = Readonly<Record<string, readonly (string | boolean | null)[]>>;

/** Of which rows an input is asked. */
export interface AskedOf {
  of: Guard;
  /** Each row has its own: it is asked of a single one alone. */
  alone?: true;
  /** It may stay empty where it is asked. */
  optional?: true;
}

export interface Action {
  /** 'new' makes a row from its input and needs no selection. */
  on: 'one' | 'many' | 'new';
  /** Whoever is of another kind is refused, whatever their buttons say. */
  audience: Audience;
  /** Whose money it decides about. */
  books?: Books;
  /** Greys the button and becomes the locked WHERE clause; dictionary values by name. */
  when?: Guard;
  /** An action that only sets fields needs no handler. */
  then?: Readonly<Record<string, string | boolean | null>>;
  /** What else refuses a row, in the order in which it is asked. */
  refuses?: readonly Refusal[];
  hotkey?: string;
  /** Asks with the object and the amount before it runs. */
  confirm?: boolean;
  /** Fields of the sheet, validated strictly; those of the staff are not asked of a merchant's people. */
  input?: Fields;
  /**
   * Confirmed by a one-time password: the input gains the field `otp`, which a dry run neither needs nor spends. `byRow`:
   * only where a row's own command asks for one.
   */
  otp?: boolean | 'byRow';
  /** Inputs that are asked for only where such a row is chosen. */
  asks?: Readonly<Record<string, AskedOf>>;
  /**
   * Only starts the work on its rows: they stay selected for what comes next. An `answer` comes a moment later, in the
   * record: its peek opens.
   */
  async?: true | 'answer';
  /** Of a resource of the family, whose calls are carried out as they come: this one's dry run says first what it comes to. */
  rehearsed?: true;
  /** Inputs that the estimate of the sheet depends on: it is made again as they change. */
  estimateOn?: readonly string[];
  /** Inputs that may change the figures or be refused for their rows: both are shown before the rest is typed. */
  revalidateOn?: readonly string[];
  /** Fields of the one row that its sheet shows before the decision. */
  contextFields?: readonly string[];
  /** The main verb of the toolbar. */
  primary?: boolean;
  /** Turns red; listed last. */
  danger?: boolean;
}

/**
 * Who may see a row.
 * `merchantId` (or another field name): the row belongs to that merchant, its organisation and tenant;
 * `merchantStaff`: the same for staff, and a merchant's own people never see it;
 * `id`: the row is the merchant; `tenant`: staff of the tenant; `org`: staff by organisation;
 * `tenantMerchant`: staff of the tenant; a row that names a merchant, those alone who see that merchant;
 * `tenantFigure`: the same, but a row that names no merchant is about all of them, and for those alone who see them all;
 * `person`: the row is of the person in `userId`, and seen by whoever sees that person;
 * `parties`: the row is between the people in `userId` and `toUserId` of the staff, and seen by those two alone and by the
 * super administrator; its changes, which are ids, are heard by all staff who may read such rows;
 * `authored`: the row is of the person in `userId` who wrote it, and seen by that one of the staff alone and by the super
 * administrator; what nobody wrote is seen by nobody;
 * `actor`: the row is what the person in `user_id` did: staff who see all of the tenant read it, others as they see that person;
 * `subject`: the row is about the row `row_id` of `resource`, in the tenant of that: staff who see all of the tenant read it,
 * others what is about rows that they read, and what they did themselves;
 * `platform`: staff of the platform, no tenant column.
 */
export type Scope =
  | 'merchantId'
  | 'merchantStaff'
  | 'id'
  | 'tenant'
  | 'tenantMerchant'
  | 'tenantFigure'
  | 'org'
  | 'person'
  | 'parties'
  | 'authored'
  | 'actor'
  | 'subject'
  | 'platform';

export interface ShippedView {
  filters: Readonly<Record<string, unknown>>;
  sort?: { field: string; order: 'ascending' | 'descending' };
}

export interface ResourceOptions {
  area: Area;
  scope: Scope;
  /** Who may read it, as far as the scope goes. */
  reads: Audience;
  /** Whom each verb is for. */
  crud?: Readonly<Partial<Record<Verb, Audience>>>;
  /** Whose money its verbs decide about, all of them alike or each. An action says it of itself. */
  books?: Books | Readonly<Partial<Record<Verb, Books>>>;
  fields: Fields;
  actions?: Readonly<Record<string, Action>>;
  /** Which rows may still be edited; dictionary values by name. */
  editable?: Guard;
  /** The field that labels a row in pickers and titles. */
  label: string;
  /** What tells rows of the same label apart in titles. */
  secondaryLabel?: readonly string[];
  /** Text fields that the any-id box compares exactly or by prefix. */
  anyId?: readonly string[];
  sort?: { field: string; order: 'ascending' | 'descending' };
  /** What the list shows when it is opened for nothing in particular; dictionary values by name. */
  defaultFilter?: Guard;
  /** Views of the list that ship; dictionary values by name, `$me` for whoever looks, ranges as the filter bar has them. */
  views?: Readonly<Record<string, ShippedView>>;
  /** Money fields summed per currency in the pinned totals. */
  totals?: readonly string[];
  /** Past 200,000 matches only these scroll. */
  deep?: Deep;
  /** Rows change while people watch; the client subscribes. */
  live?: boolean;
  /** Everybody who is signed in hears that a row changed, whoever may read it: what it says is shown to all. */
  heardByAll?: boolean;
  /** Every action writes the order log, and the detail carries the row's timeline. Needs orderNo and merchantId. */
  logged?: boolean;
  /** Every add, update and delete writes the order log, as what a dictionary calls its subject. */
  audited?: boolean;
}

/** What has an index: each sort by itself, and each pair with a filter but for the sorts that stand `alone`. */
interface Deep {
  filters: readonly string[];
  sorts: readonly string[];
  alone?: readonly string[];
}

export interface Resource
  extends Required<Pick<ResourceOptions, 'crud' | 'actions' | 'anyId' | 'totals' | 'views'>> {
  readonly id: string;
  readonly area: Area;
  readonly scope: Scope;
  readonly reads: Audience;
  readonly fields: Fields;
  readonly label: string;
  readonly books?: ResourceOptions['books'];
  readonly secondaryLabel: readonly string[];
  readonly sort: { field: string; order: 'ascending' | 'descending' };
  readonly defaultFilter?: Guard;
  readonly editable?: Guard;
  readonly deep?: Deep;
  readonly live: boolean;
  readonly heardByAll: boolean;
  readonly logged: boolean;
  readonly audited: boolean;
}

/** What an action asks for, as this kind of person is asked. */
export function inputOf(action: Action, staff: boolean): Fields | undefined {
  if (staff || !action.input) return action.input;
  return Object.fromEntries(Object.entries(action.input).filter(([, field]) => field.staff !== true));
}

const otpOf = (asked: true | 'byRow'): Field =>
  asked === true ? OTP_FIELD : { ...OTP_FIELD, required: false };

const withOtp = (actions: Readonly<Record<string, Action>>): Readonly<Record<string, Action>> =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      action.otp ? { ...action, input: { ...action.input, otp: otpOf(action.otp) } } : action,
    ]),
  );

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

/** Scopes whose rows are the staff's alone. */
const STAFF_SCOPES: ReadonlySet<Scope> = new Set([
  'merchantStaff',
  'tenant',
  'tenantMerchant',
  'tenantFigure',
  'org',
  'person',
  'parties',
  'authored',
  'actor',
  'subject',
  'platform',
]);

/** Scopes that read the row's merchant. */
export const BY_MERCHANT: ReadonlySet<Scope> = new Set([
  'merchantId',
  'merchantStaff',
  'tenantMerchant',
  'tenantFigure',
]);

/** Every permission code of a resource with whom it is for. */
export function audiencesOf({
  id,
  reads,
  crud,
  actions,
}: Pick<Resource, 'id' | 'reads' | 'crud' | 'actions'>): [string, Audience][] {
  const acting = Object.entries(actions).map(([name, { audience }]) => [name, audience] as const);
  return [['page', reads] as const, ...Object.entries(crud), ...acting].map(([verb, audience]) => [
    `${id}:${verb}`,
    audience,
  ]);
}

/** Verbs that write. */
const WRITES: readonly Verb[] = ['add', 'update', 'delete'];

/** Every permission code of a resource that says whose money it decides about. */
export function booksByCode({
  id,
  crud,
  actions,
  books,
}: Pick<Resource, 'id' | 'crud' | 'actions' | 'books'>): [string, Books][] {
  const ofVerb = (verb: Verb) => (typeof books === 'string' ? books : books?.[verb]);
  const verbs = WRITES.filter((verb) => crud[verb]).map((verb) => [verb, ofVerb(verb)] as const);
  const acting = Object.entries(actions).map(([name, action]) => [name, action.books] as const);
  return [...verbs, ...acting].flatMap(([verb, of]) => (of ? [[`${id}:${verb}`, of]] : []));
}

/** Throws unless every verb says whom it is for, and nobody acts on what they may not read. */
function checkAudiences(id: string, { scope, reads, crud = {}, actions = {} }: ResourceOptions): void {
  const codes = audiencesOf({ id, reads, crud, actions });
  for (const [code, audience] of codes) checkAudience(audience, code);
  if (STAFF_SCOPES.has(scope) && KINDS.some((kind) => kind !== 'staff' && admits(reads, kind)))
    throw new Error(`${id}: the scope ${scope} shows its rows to the staff alone`);
  for (const [code, audience] of codes)
    if (!audience.every((kind) => admits(reads, kind)))
      throw new Error(`${code} is for people who may not read ${id}`);
}

/** Checks a definition once at load: a wrong name is an error at boot, not at the first request. */
export function defineResource<const O extends ResourceOptions>(id: string, options: O) {
  const { fields, actions = {} } = options as ResourceOptions;
  checkAudiences(id, options);
  const known = (name: string, where: string) => {
    if (name !== 'id' && !(name in fields))
      throw new Error(`${id}: ${where} names the unknown field ${name}`);
  };
  known(options.label, 'label');
  for (const name of options.secondaryLabel ?? []) known(name, 'secondaryLabel');
  for (const name of options.anyId ?? []) known(name, 'anyId');
  for (const name of options.totals ?? []) known(name, 'totals');
  for (const name of [...(options.deep?.filters ?? []), ...(options.deep?.sorts ?? [])]) known(name, 'deep');
  if (options.sort) known(options.sort.field, 'sort');
  for (const name of Object.keys(options.defaultFilter ?? {})) known(name, 'defaultFilter');
  for (const [view, { filters }] of Object.entries(options.views ?? {}))
    for (const name of Object.keys(filters)) known(name, `view ${view}`);
  for (const name of [options.label, options.sort?.field])
    if (name && fields[name]?.staff) throw new Error(`${id}: everybody reads ${name}, which is the staff's`);
  if (BY_MERCHANT.has(options.scope)) known('merchantId', 'scope');
  if (['person', 'parties', 'authored'].includes(options.scope)) known('userId', 'scope');
  if (options.scope === 'parties') known('toUserId', 'scope');
  if (options.logged) for (const name of ['orderNo', 'merchantId']) known(name, 'logged');
  const keys = new Map<string, string>();
  for (const field of Object.keys(options.editable ?? {})) known(field, 'editable');
  for (const [name, action] of Object.entries(actions)) {
    for (const field of Object.keys({ ...action.when, ...action.then })) known(field, `action ${name}`);
    for (const field of action.contextFields ?? []) known(field, `action ${name}`);
    for (const { when } of action.refuses ?? [])
      known('claim' in when ? 'claimedBy' : when.field, `action ${name}`);
    for (const input of [...(action.estimateOn ?? []), ...(action.revalidateOn ?? [])])
      if (!action.input?.[input]) throw new Error(`${id}: ${name} estimates on the unknown input ${input}`);
    for (const [input, { of }] of Object.entries(action.asks ?? {})) {
      if (input !== 'otp' && !action.input?.[input])
        throw new Error(`${id}: ${name} asks for the unknown input ${input}`);
      for (const field of Object.keys(of)) known(field, `action ${name}`);
    }
    if (!action.hotkey) continue;
    const other = keys.get(action.hotkey);
    if (other) throw new Error(`${id}: ${name} and ${other} share the key ${action.hotkey}`);
    keys.set(action.hotkey, name);
  }
  const filled = {
    crud: {},
    secondaryLabel: [],
    anyId: [],
    totals: [],
    views: {},
    live: false,
    heardByAll: false,
    logged: false,
    audited: false,
    sort: { field: 'id', order: 'descending' },
    ...options,
    actions: withOtp(actions),
    id,
  };
  return freeze(filled) as unknown as Resource & O & { readonly id: string };
}

/** What a kind of people does not know of a definition. */
type Hides = (field: Field) => boolean;

const isStaffs: Hides = ({ staff }) => staff === true;
/** Upstreams are the platform's, and so is what they cost. */
export const isPlatforms: Hides = (field) =>
  field.platform === true || (field.kind === 'ref' && field.to === 'upstream');

function without(resource: Resource, hides: Hides, given: (field: Field) => Field): Resource {
  const shown = Object.entries(resource.fields).filter(([, field]) => !hides(field));
  const fields: Fields = Object.fromEntries(shown.map(([name, field]) => [name, given(field)]));
  const open = (names: readonly string[]) => names.filter((name) => name in fields);
  const { deep } = resource;
  return freeze({
    ...resource,
    fields,
    secondaryLabel: open(resource.secondaryLabel),
    anyId: open(resource.anyId),
    totals: open(resource.totals),
    ...(deep && { deep: { ...deep, filters: open(deep.filters), sorts: open(deep.sorts) } }),
  });
}

function kept(make: (resource: Resource) => Resource): (resource: Resource) => Resource {
  const known = new WeakMap<Resource, Resource>();
  return (resource) => {
    const made = known.get(resource) ?? make(resource);
    known.set(resource, made);
    return made;
  };
}

/** The definition as a merchant's people know it: without the fields that are the platform's own. */
export const outsideOf = kept((resource) =>
  without(resource, isStaffs, (field) => (field.own ? { ...field, readonly: true } : field)),
);

/** The definition as the staff of a tenant know it: without upstreams and what they cost, and with terms to read alone. */
export const tenantsOf = kept((resource) =>
  without(resource, isPlatforms, (field) =>
    field.books === 'platform' ? { ...field, readonly: true } : field,
  ),
);

/** The resources its fields and the inputs of its actions refer to. */
export function targetsOf({ fields, actions }: Resource): string[] {
  const own = [fields, ...Object.values(actions).map(({ input }) => input ?? {})].flatMap(
    Object.values<Field>,
  );
  const inner = own.flatMap((field) => ('rows' in field && field.rows ? Object.values(field.rows) : []));
  return [...own, ...inner].flatMap((field) => ('to' in field && field.to !== undefined ? [field.to] : []));
}

/** Every permission code a resource answers to. */
export function permissionsOf(resource: Resource): string[] {
  return audiencesOf(resource).map(([code]) => code);
}
