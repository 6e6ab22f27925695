import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';

/** @returns a function: what stands for a sender who is withheld, "Reporter 7f3a2c"; undefined if the sender is not withheld */
export function useReporterName(): (reporter: Post['reporter']) => string | undefined {
  const { t } = useTranslation();
  return (reporter) => (reporter?.code ? t('post.reporter', { code: reporter.code }) : undefined);
}
