import { dictValues } from '../../../contract/dicts.ts';

/** What columns of statuses hold, by name: statements are built of these, never of numbers. */

export const COLLECT_STATUS = dictValues('collectStatusEnum');
export const PAY_STATUS = dictValues('payStatusEnum');
export const FUND_TYPE = dictValues('fundTypeEnum');
/** Of adjustments, recharges and manual orders. */
export const REQUEST_STATUS = dictValues('requestStatusEnum');
export const ATTEMPT_STATE = dictValues('payAttemptEnum');
/** Of orders, and of what is scheduled to be delivered. */
export const CALLBACK_STATUS = dictValues('callbackStatusEnum');
export const BILL_STATUS = dictValues('billStatusEnum');
/** Of lines that are matched, be it by a person: for `status in`. */
export const MATCHED_BILL = `(${BILL_STATUS.auto}, ${BILL_STATUS.manual})`;
export const BATCH_STATUS = dictValues('batchStatusEnum');
export const REPORT_RUN = dictValues('reportRunEnum');
export const MERCHANT_STATUS = dictValues('merchantStatusEnum');
export const UPSTREAM_STATUS = dictValues('upstreamStatusEnum');
/** Of channels. */
export const SERVICE_STATUS = dictValues('serviceStatusEnum');
/** Of what is switched on and off: people, roles, menu items, rules, bindings. */
export const SWITCH = dictValues('statusEnum');

/** Of a notice that somebody wrote; the system's own are published. */
export const NOTICE_STATUS = dictValues('noticeStatusEnum');

/** Of a call to an endpoint: it waits for its turn, a job has it, it is being made. */
export const CALL_STATE = Object.freeze({ waiting: 0, called: 1, running: 2 } as const);

/** Of a question to a second person. Closed: refused, expired or withdrawn. */
export const APPROVAL_STATUS = Object.freeze({ waiting: 1, agreed: 2, closed: 3 } as const);
