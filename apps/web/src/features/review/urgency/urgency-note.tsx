/** Why the report in front is urgent. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { readPostUrgency } from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { useRuleText } from '../../../blocks/urgency/use-rule-text.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import classes from '../review-page.module.css';

/** The query of the reasons for a post as it is; also for prefetching. */
export function buildUrgencyQuery({ id, revision = 0 }: Pick<Post, 'id' | 'revision'>) {
  const input = { params: { id } };
  return queryOptions({
    queryKey: [...buildCallKey(readPostUrgency, input), revision],
    queryFn: ({ signal }) => call(readPostUrgency, input, { ignoresRefusal: true, signal }),
  });
}

/** Renders nothing for a report that no rule matches. */
export function UrgencyNote({ post }: { post: Post }) {
  const { t } = useTranslation();
  const describe = useRuleText();
  const { data } = useQuery(buildUrgencyQuery(post));
  if (!data || data.reasons.length === 0) return null;
  return (
    <TitledSection title={t('urgency.title')}>
      <ul className={classes['list']}>
        {data.reasons.map((rule) => (
          <li key={rule.id} dir="auto">
            {describe(rule)}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
