/** One table of refusals: stable code → body code of the envelope. Texts live in locales/<lang>/errors.json. */
export const ERRORS = Object.freeze({
  validation: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The verb is for other kinds of people, whatever one's buttons say. */
  wrongAudience: 403,
  /** What may raise what the platform owes is the platform's to decide, whatever a role of a tenant holds. */
  platformBooks: 403,
  /** Somebody else gave this password: the form that changes it is all there is. */
  passwordChangeRequired: 403,
  notFound: 404,
  staleVersion: 409,
  /** What a sheet showed is not what the command would do now. */
  figuresChanged: 409,
  badCredentials: 400,
  tooManyAttempts: 400,
  captchaWrong: 400,
  smsCodeWrong: 400,
  /** A directory of people that was not reached, or did not do what was asked; the text says which. */
  directoryFailed: 400,
  mqttFailed: 400,
  /** The password of somebody who comes from a directory is changed there. */
  directoryPassword: 400,
  /** A code to sign in by that waits no longer, or never did. */
  qrGone: 400,
  qrOff: 400,
  /** No gateway for short messages is set up. */
  smsOff: 400,
  locked: 401,
  wrongPassword: 400,
  duplicate: 400,
  inUse: 400,
  builtIn: 400,
  logsKept: 403,
  /** Something that clients of the family offer and this product does not, by design. */
  notOffered: 403,
  /** The SQL console is to be opened by a one-time password first. */
  consoleClosed: 403,
  /** A statement names something that does more than read. */
  consoleReads: 400,
  consoleWord: 400,
  /** The SQL console takes one statement at a time. */
  consoleSingle: 400,
  /** A label of generated code that would be more than a label. */
  codeLabel: 400,
  /** A tenant with a database of its own. */
  ownDatabase: 403,
  /** The platform itself is no tenant that could be switched off, cut or deleted. */
  platformTenant: 403,
  /** A statement whose sums do not explain its balances is none. */
  statementGap: 400,
  /** No template in force prints a row in this state; the text is the template's own. */
  notPrinted: 400,
  guard: 400,
  claimedByOther: 400,
  notClaimedByYou: 400,
  alreadyClaimed: 400,
  alreadySettled: 400,
  insufficientBalance: 400,
  beneficiary: 400,
  payoutTerms: 400,
  collectTerms: 400,
  merchantOrderReused: 400,
  /** An Open API call that was not let in. */
  openAccess: 401,
  selfApproval: 400,
  /** A person decides once about a request, in whichever step. */
  alreadyDecided: 400,
  notYourStep: 400,
  /** What a waiting decision is about is not changed meanwhile. */
  approvalWaits: 400,
  approvalOther: 400,
  answerLate: 400,
  /** Each row has its own reference, which whoever agrees reads at the bank. */
  typedAlone: 400,
  codeAsked: 400,
  inputDiffers: 400,
  flowStepFirst: 400,
  /** Another version of the form is in force than the one that was filled in. */
  formChanged: 409,
  /** Rows were filled in by it. */
  formPublished: 400,
  flowStepAmount: 400,
  flowStepNobody: 400,
  flowStepTaken: 400,
  flowRole: 400,
  flowLooser: 400,
  flowInForce: 400,
  flowStuck: 400,
  othersDraft: 400,
  waitsInSuspense: 400,
  notInSuspense: 400,
  lineProves: 400,
  /** What an upstream calls paid is not given back as failed. */
  upstreamReportedPaid: 400,
  queryRequired: 400,
  payoutBillPending: 400,
  utrUsed: 400,
  utrTaken: 400,
  utrSame: 400,
  utrNotTyped: 400,
  /** Two people confirm one payment, so both name the same reference. */
  referenceDiffers: 400,
  /** The same of the transaction that pays a withdrawal. */
  hashDiffers: 400,
  nothingToResettle: 400,
  billDiffers: 400,
  billOrderState: 400,
  billOtherUtr: 400,
  orderMatched: 400,
  noMatch: 400,
  ambiguousMatch: 400,
  matchBooked: 400,
  noSuchOrder: 400,
  statementEmpty: 400,
  statementFormat: 400,
  batchHeld: 409,
  batchNotHeld: 409,
  fileTwice: 400,
  batchMatched: 400,
  batchSameAccount: 400,
  batchCurrency: 400,
  batchElsewhere: 400,
  batchTwice: 400,
  lineTwice: 400,
  statementLineDiffers: 400,
  reportRange: 400,
  noCallbackUrl: 400,
  withdrawalTerms: 400,
  exchangeRate: 400,
  hashUsed: 400,
  hashPaidOut: 400,
  hashReceived: 400,
  subMerchants: 400,
  commissionPending: 400,
  noAccount: 400,
  fourEyes: 400,
  ownStatement: 400,
  merchantFrozen: 400,
  merchantDisabled: 400,
  otpUnbound: 400,
  otpBound: 400,
  otpWrong: 400,
  otpUsed: 400,
  otpLocked: 400,
  /** The password is right; a passkey or a one-time password is asked for as well. */
  secondFactor: 400,
  passkeyWrong: 400,
  passkeyAddress: 400,
  selectOne: 400,
  selectSome: 400,
  amountDigits: 400,
  idempotencyReused: 400,
  idempotencyMissing: 400,
  idempotencyBusy: 400,
  dryRunRequired: 400,
  /** A large command is confirmed by the typed count of its rows. */
  countRequired: 400,
  countDiffers: 400,
  narrowFilter: 400,
  narrowSort: 400,
  snapshotGone: 400,
  tooManyRows: 400,
  accountDisabled: 400,
  selfForbidden: 400,
  /** Somebody would hold a permission that is not for their kind of people. */
  roleMisfit: 400,
  menuButtonParent: 400,
  menuSelfParent: 400,
  menuPermission: 400,
  outboundBlocked: 400,
  jobCancelled: 400,
  jobStarted: 400,
  tooLarge: 400,
  tooManyFields: 400,
  busy: 400,
  /** No turn, no connection or no lock in time: the command was not carried out. */
  commandBusy: 400,
  handoverOpen: 400,
  handoverEnded: 400,
  othersNote: 400,
  noteWithdrawn: 400,
  noteTooOld: 400,
  /** What others read is withdrawn, never changed. */
  noticePublished: 400,
  /** A file that is not taken; the text says what is wrong with it. */
  fileRefused: 400,
  /** Nothing is fetched from outside. */
  notFetched: 403,
  /** This server may make no ids for now: it lost touch with the database. */
  serverUnready: 400,
  /** This server's clock differs too much from the database's. */
  clockOff: 400,
  /** The database cannot be reached: nothing was changed, or the same key finds out what was. */
  databaseDown: 503,
  /** No disk space left for the database. */
  databaseFull: 500,
  /** The database is a standby, or was switched to read-only. */
  databaseReadOnly: 500,
  internal: 500,
} as const);

export type ErrorCode = keyof typeof ERRORS;
