/** What a reporter can agree to, as checkboxes. keys: consent.use.* */
import './consent-labels.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { ConsentUse } from '@waypost/contract/surveys/survey-consent';
import { useTranslation } from 'react-i18next';
import classes from './consent.module.css';

interface Props {
  /** Whether the reporter answers, or the team for them. */
  speaker: 'reporter' | 'team';
  choices: readonly ConsentUse[];
  agreed: readonly ConsentUse[];
  onChange: (agreed: ConsentUse[]) => void;
}

/** Renders one checkbox for each use. */
export function ConsentChoices({ speaker, choices, agreed, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes['choices']}>
      {choices.map((use) => (
        <Checkbox
          key={use}
          size="md"
          label={t(speaker === 'reporter' ? `consent.statement.${use}` : `consent.use.${use}`)}
          checked={agreed.includes(use)}
          onChange={(event) => {
            const isAgreed = event.currentTarget.checked;
            onChange(choices.filter((it) => (it === use ? isAgreed : agreed.includes(it))));
          }}
        />
      ))}
    </div>
  );
}
