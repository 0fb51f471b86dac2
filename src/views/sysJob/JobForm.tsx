import { type FormEvent, type ReactNode, useState } from 'react';
import type { BoardJob, JobRequest } from '../../../contract/jobBoard.ts';
import { Choice, call, commandKey, useT } from '../../kit/index.ts';

const FIRST_TRIGGER = 'main';
const NEW: JobRequest = { url: 'https://', method: 'GET', body: '', ensureSuccess: true };

const propertiesOf = ({ url, method, body, ensureSuccess }: JobRequest): string =>
  JSON.stringify({
    HttpJob: JSON.stringify({
      RequestUri: url,
      HttpMethod: { Method: method },
      Body: body,
      EnsureSuccessStatusCode: ensureSuccess,
    }),
  });

function Line({ name, children }: { name: string; children: ReactNode }) {
  const t = useT('platform');
  return (
    <label className="job-line">
      <span>{t(`sysJob.form.${name}`)}</span>
      {children}
    </label>
  );
}

function Check({ name, value, set }: { name: string; value: boolean; set: (value: boolean) => void }) {
  const t = useT('platform');
  return (
    <label className="job-check">
      <input type="checkbox" checked={value} onChange={(event) => set(event.target.checked)} />
      <span>{t(`sysJob.form.${name}`)}</span>
    </label>
  );
}

interface Timing {
  triggerId: string;
  kind: string;
  args: string;
  retries: string;
}
const HOURLY: Timing = { triggerId: FIRST_TRIGGER, kind: 'period', args: '3600000', retries: '0' };

function TimingLines({ value, set }: { value: Timing; set: (value: Timing) => void }) {
  const t = useT('platform');
  const text = (name: 'triggerId' | 'args' | 'retries') => (
    <input
      className="pd-input"
      required
      value={value[name]}
      onChange={(event) => set({ ...value, [name]: event.target.value })}
    />
  );
  return (
    <>
      <h3>{t('sysJob.form.trigger')}</h3>
      <Line name="triggerId">{text('triggerId')}</Line>
      <div className="job-line">
        <span>{t('sysJob.form.kind')}</span>
        <Choice
          label={t('sysJob.form.kind')}
          value={value.kind}
          options={[
            { value: 'period', text: t('sysJob.form.period') },
            { value: 'cron', text: t('sysJob.form.cron') },
          ]}
          set={(kind) => set({ ...value, kind })}
        />
      </div>
      <Line name="args">{text('args')}</Line>
      <Line name="retries">{text('retries')}</Line>
    </>
  );
}

const sendTrigger = (jobId: string, { retries, kind, ...rest }: Timing): Promise<unknown> =>
  call(
    'sysJob/addJobTrigger',
    { jobId, ...rest, triggerType: kind, numRetries: Number(retries) },
    { idempotencyKey: commandKey() },
  );

interface FormProps {
  title: string;
  send: () => Promise<unknown>;
  done: () => void;
  close: () => void;
  children: ReactNode;
}

/** Stores and closes; a refusal is a toast, and what was typed stays. */
function Sheet({ title, send, done, close, children }: FormProps) {
  const t = useT('platform');
  const [busy, setBusy] = useState(false);
  const store = async () => {
    setBusy(true);
    try {
      await send();
      done();
    } catch {
      // The refusal is a toast.
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store();
  };
  return (
    <form
      className="job-side"
      aria-label={title}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <h2>{title}</h2>
      {children}
      <p className="job-buttons">
        <button type="submit" className="pd-button pd-button-primary" disabled={busy}>
          {t('sysJob.form.save')}
        </button>
        <button type="button" className="pd-button" onClick={close}>
          {t('sysJob.form.cancel')}
        </button>
      </p>
    </form>
  );
}

type Ports = Pick<FormProps, 'close'> & { done: (jobId: string) => void };

function RequestLines({ request, set }: { request: JobRequest; set: (request: JobRequest) => void }) {
  const t = useT('platform');
  return (
    <>
      <Line name="url">
        <input
          className="pd-input pd-mono"
          required
          type="url"
          value={request.url}
          onChange={(event) => set({ ...request, url: event.target.value })}
        />
      </Line>
      <div className="job-line">
        <span>{t('sysJob.form.method')}</span>
        <Choice
          label={t('sysJob.form.method')}
          value={request.method}
          options={['GET', 'POST'].map((value) => ({ value, text: value }))}
          set={(method) => set({ ...request, method: method === 'POST' ? 'POST' : 'GET' })}
        />
      </div>
      {request.method === 'POST' && (
        <Line name="body">
          <textarea
            className="pd-input pd-mono"
            rows={4}
            value={request.body}
            onChange={(event) => set({ ...request, body: event.target.value })}
          />
        </Line>
      )}
    </>
  );
}

/** A request that is sent by time: a new one with its first trigger, or one that changes. */
export function JobForm({ job, done, close }: Ports & { job?: BoardJob | undefined }) {
  const t = useT('platform');
  const [jobId, setJobId] = useState(job?.jobId ?? '');
  const [request, setRequest] = useState(job?.request ?? NEW);
  const [more, setMore] = useState({
    groupName: job?.group ?? 'default',
    description: job?.description ?? '',
    concurrent: job?.concurrent ?? false,
  });
  const [timing, setTiming] = useState(HOURLY);
  const send = async () => {
    const body = { jobId, createType: 2, ...more, properties: propertiesOf(request) };
    const verb = job ? 'updateJobDetail' : 'addJobDetail';
    await call(`sysJob/${verb}`, body, { idempotencyKey: commandKey() });
    if (!job) await sendTrigger(jobId, timing);
  };
  const text = (name: 'groupName' | 'description') => (
    <input
      className="pd-input"
      value={more[name]}
      onChange={(event) => setMore({ ...more, [name]: event.target.value })}
    />
  );
  return (
    <Sheet title={t('sysJob.form.title')} send={send} done={() => done(jobId)} close={close}>
      <label className="job-line">
        <span>{t('sysJob.fields.jobId')}</span>
        <input
          className="pd-input pd-mono"
          required
          autoFocus={!job}
          readOnly={job !== undefined}
          value={jobId}
          onChange={(event) => setJobId(event.target.value)}
        />
      </label>
      <RequestLines request={request} set={setRequest} />
      <Line name="group">{text('groupName')}</Line>
      <Line name="description">{text('description')}</Line>
      <Check
        name="concurrent"
        value={more.concurrent}
        set={(concurrent) => setMore({ ...more, concurrent })}
      />
      <Check
        name="ensure"
        value={request.ensureSuccess}
        set={(ensureSuccess) => setRequest({ ...request, ensureSuccess })}
      />
      {!job && <TimingLines value={timing} set={setTiming} />}
    </Sheet>
  );
}

/** One more time at which a request is sent. */
export function TriggerForm({ job, done, close }: Ports & { job: BoardJob }) {
  const t = useT('platform');
  const [timing, setTiming] = useState({ ...HOURLY, triggerId: `trigger${job.triggers.length + 1}` });
  return (
    <Sheet
      title={`${t('sysJob.actions.addTrigger')} · ${job.jobId}`}
      send={() => sendTrigger(job.jobId, timing)}
      done={() => done(job.jobId)}
      close={close}
    >
      <TimingLines value={timing} set={setTiming} />
    </Sheet>
  );
}
