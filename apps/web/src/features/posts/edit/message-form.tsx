/** The form for a message whose survey was just chosen: what its text says is filled in. */
import { resolveSiteDateOrder } from '@waypost/survey-logic/csv/site-date-order';
import { useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { readPostAnswers } from '../../../blocks/text-answers/read-post-answers.ts';
import { EditForm, type EditFormProps } from './edit-form.tsx';

/** Renders the form. Nothing is saved before the form is. */
export default function MessageForm(props: EditFormProps) {
  const { site } = useConfig();
  const [textAnswers] = useState(() =>
    readPostAnswers(props.post, props.fullSurvey, resolveSiteDateOrder(site)),
  );
  return <EditForm {...props} textAnswers={textAnswers} />;
}
