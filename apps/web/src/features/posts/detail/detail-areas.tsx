import '../../../ui/i18n/areas-labels.ts';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { isolateBidi, useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import classes from './post-detail.module.css';

/** The areas that a report lies in, the largest ones first. */
export default function DetailAreas({ areas }: { areas: NonNullable<Post['areas']> }) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(resolveFormatLocale(i18n.language), { type: 'unit', style: 'short' });
  const names = list.format(areas.map(({ name }) => isolateBidi(name)));
  return <p className={classes['note']}>{t('areas.ofReport', { names })}</p>;
}
