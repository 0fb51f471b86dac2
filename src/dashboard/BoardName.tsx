import { type FormEvent, useId, useState } from 'react';
import { isCallError, useT } from '../kit/index.ts';

const MAX_NAME = 60;

interface BoardNameProps {
  /** The verb on the button. */
  action: string;
  value?: string;
  placeholder?: string;
  /** The main thing to do where it is. */
  primary?: boolean;
  autoFocus?: boolean;
  /** A refusal is shown at the field, and the name stays. */
  submit: (name: string) => Promise<unknown>;
}

/** A name for a dashboard. */
export function BoardName({ action, value = '', placeholder, primary, autoFocus, submit }: BoardNameProps) {
  const t = useT('widgets');
  const problemId = useId();
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState<{ text: string; taken: boolean }>();
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    if (!trimmed || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await submit(trimmed);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      setProblem({ text, taken: isCallError(error) && error.errorCode === 'duplicate' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="dash-naming" onSubmit={send}>
      <input
        className="pd-input"
        name="name"
        value={name}
        maxLength={MAX_NAME}
        placeholder={placeholder}
        autoFocus={autoFocus}
        aria-label={t('boards.name')}
        aria-invalid={problem?.taken ?? false}
        aria-describedby={problem && problemId}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <button type="submit" className={`pd-button${primary ? ' pd-button-primary' : ''}`}>
        {action}
      </button>
      <p id={problemId} className="dash-problem" role="alert">
        {problem?.text}
      </p>
    </form>
  );
}
