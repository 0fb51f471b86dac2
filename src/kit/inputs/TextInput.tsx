import { Suspense, useState } from 'react';
import { type Field, choicesOf } from '../../../contract/field.ts';
import { useT } from '../i18n/i18n.ts';
import { currentLocale, localised } from '../i18n/locale.ts';
import { Icon } from '../ui/Icon.tsx';
import { Affix } from './Affix.tsx';
import { OptionInput } from './OptionInput.tsx';
import { FileTextInput, IconInput, RichInput } from './loaded.ts';
import { type InputProps, controlProps, isLines, textOf } from './input.ts';
import { withText } from '../../../contract/localised.ts';

/** What is copied brings spaces along, which neither a number nor a hash has; what is too long is refused, not cut. */
function cleaned({ mono, pattern }: Field, text: string): string {
  if (pattern?.startsWith('[0-9]')) return text.replaceAll(/\s/g, '');
  return mono ? text.trim() : text;
}

/** Written blind, with a button that shows it. */
function SecretInput(props: InputProps) {
  const t = useT('app');
  const [isShown, setIsShown] = useState(false);
  return (
    <Affix
      {...controlProps(props)}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange?.(target.value)}
    >
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t(isShown ? 'signIn.hide' : 'signIn.show')}
        aria-pressed={isShown}
        // Between two fields it would take the keys that are meant for the next one.
        tabIndex={-1}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eyeOff' : 'eye'} />
      </button>
    </Affix>
  );
}

/** Of a text kept in several languages the one on screen is written, the others stay. */
function inLanguage(props: InputProps): InputProps {
  const text = textOf(props.value);
  if (!props.field.localised || !text.startsWith('{')) return props;
  const write = (next: unknown) => props.onChange?.(withText(text, currentLocale(), textOf(next)));
  return { ...props, value: localised(text), onChange: write };
}

/** A name kept in several languages, with the one that is written. */
function LocalisedInput(props: InputProps) {
  const { value, onChange } = inLanguage(props);
  return (
    <Affix {...controlProps(props)} value={textOf(value)} onChange={({ target }) => onChange?.(target.value)}>
      {textOf(props.value).startsWith('{') && currentLocale()}
    </Affix>
  );
}

/** Written in an editor of its own. */
function EditorInput(props: InputProps) {
  if (props.field.editor === 'rich') return <RichInput {...inLanguage(props)} />;
  return props.field.editor === 'file' ? <FileTextInput {...props} /> : <IconInput {...props} />;
}

/** Text of any length, secrets and choices among words. */
export function TextInput(props: InputProps) {
  const { field, value, onChange, choiceText, placeholder } = props;
  const choices = choicesOf(field);
  if (choices && choiceText)
    return (
      <OptionInput
        {...props}
        options={choices.map((choice) => ({ value: choice, text: choiceText(choice) }))}
      />
    );
  if (field.editor)
    return (
      <Suspense fallback={<textarea className="pd-input input-lines" disabled />}>
        <EditorInput {...props} />
      </Suspense>
    );
  if (field.localised) return <LocalisedInput {...props} />;
  const isSecret = field.kind === 'secret';
  const digits = field.pattern?.startsWith('[0-9]') === true;
  const mono = isSecret || digits || field.mono ? ' pd-mono' : '';
  if (isLines(field))
    return (
      <textarea
        {...controlProps(props)}
        className={`pd-input input-lines${mono}`}
        rows={isSecret ? 3 : 2}
        spellCheck={!isSecret}
        value={textOf(value)}
        onChange={({ target }) => onChange?.(target.value)}
      />
    );
  if (isSecret) return <SecretInput {...props} />;
  return (
    <input
      {...controlProps(props)}
      className={`pd-input${mono}`}
      autoComplete="off"
      spellCheck={false}
      inputMode={digits ? 'numeric' : undefined}
      placeholder={placeholder}
      value={textOf(value)}
      onChange={({ target }) => onChange?.(cleaned(field, target.value))}
    />
  );
}
