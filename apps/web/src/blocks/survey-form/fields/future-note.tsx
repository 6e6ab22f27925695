import './future-labels.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';

/**
 * Says that a date is in the future: most reports are about what has happened. It is not refused, since a survey may ask for a plan.
 * @param at milliseconds since the epoch; a new component for each date
 */
export default function FutureNote({ at }: { at: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const [now] = useState(Date.now);
  return (
    <Text component="output" display="block" size="sm" c="dimmed" mt={4}>
      {at > now && t('surveyForm.inFuture')}
    </Text>
  );
}
