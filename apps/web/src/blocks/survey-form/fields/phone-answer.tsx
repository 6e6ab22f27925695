/** The field for a phone number, as people of the site's country write it. Loaded separately: the rules of all countries are large. */
import { TextInput } from '@mantine/core';
import { formatPhoneNumber, readPhoneNumber } from '@waypost/survey-logic/phone-numbers';
import { useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { formatErrorEntry } from '../../../api/error-text.ts';
import { PersonalDataHint } from '../../personal-data/personal-data-hint.tsx';
import { type AnswerProps, buildInputProps, toAnswerText } from './field-props.tsx';

/** The answer is the number in E.164 as soon as there is one; until then what is typed, which the form refuses. */
export function PhoneAnswer(props: AnswerProps) {
  const { attribute, answer, onAnswer } = props;
  const country = useConfig().site.country ?? undefined;
  const toAnswer = (text: string) => readPhoneNumber(text, country) ?? text;
  const current = toAnswerText(answer);
  const [typedText, setTypedText] = useState(() => formatPhoneNumber(current));
  const [isLeft, setLeft] = useState(false);
  // The answer may be changed from elsewhere, for example when a draft is opened.
  const text = toAnswer(typedText) === current ? typedText : formatPhoneNumber(current);
  const isWrong = isLeft && text.trim() !== '' && readPhoneNumber(text, country) === null;
  const { label } = attribute;
  const wrongNumber = { status: 422, code: 'valueType', params: { label, kind: 'phone' } };
  const error = props.error ?? (isWrong ? (formatErrorEntry(wrongNumber, label) ?? undefined) : undefined);
  const change = (typed: string) => {
    setTypedText(typed);
    onAnswer(toAnswer(typed));
  };
  return (
    <div>
      <TextInput
        {...buildInputProps({ ...props, error })}
        dir="ltr"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setTypedText(formatPhoneNumber(toAnswer(text)));
          setLeft(true);
        }}
      />
      {!attribute.response_private && <PersonalDataHint text={current} onChange={change} />}
    </div>
  );
}
