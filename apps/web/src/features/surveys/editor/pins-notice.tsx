/** Warns of a survey whose reports do not appear on the map, and offers what is missing. */
import { Alert, Button } from '@mantine/core';
import { IconMapPinOff, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { findPins } from '../draft/answer-visibility.ts';
import { type DraftTask, newField } from '../draft/survey-draft.ts';
import classes from './survey-editor.module.css';
import type { EditorActions } from './use-survey-editor.ts';

/** Renders nothing where everyone sees pins. */
export function PinsNotice({
  tasks,
  main,
  actions,
}: {
  tasks: readonly DraftTask[];
  main: DraftTask;
  actions: EditorActions;
}) {
  const { t } = useTranslation();
  const pins = findPins(tasks);
  if (pins === 'everyone') return null;
  const addPlace = () =>
    actions.dispatch({
      type: 'addField',
      task: main.id,
      field: newField('location', t('survey.default.place')),
    });
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon icon={IconMapPinOff} />}
      title={t(pins === 'nobody' ? 'survey.pins.none.title' : 'survey.pins.team.title')}
    >
      <p className={classes['noticeText']}>
        {t(pins === 'nobody' ? 'survey.pins.none.text' : 'survey.pins.team.text')}
      </p>
      {pins === 'nobody' && (
        <Button
          size="sm"
          variant="default"
          leftSection={<Icon icon={IconPlus} size={18} />}
          onClick={addPlace}
        >
          {t('survey.pins.add')}
        </Button>
      )}
    </Alert>
  );
}
