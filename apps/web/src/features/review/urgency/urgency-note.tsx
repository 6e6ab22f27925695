/** Why the report in front is urgent. */
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { readPostUrgency } from '@waypost/contract/review/urgency';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { useRuleText } from '../../../blocks/urgency/use-rule-text.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import classes from '../review-page.module.css';

/** Renders nothing for a report that no rule matches. */
export default function UrgencyNote({ post }: { post: Post }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const describe = useRuleText();
  const { id, revision = 0 } = post;
  const input = { params: { id } };
  const { data } = useQuery({
    queryKey: [...buildCallKey(readPostUrgency, input), revision],
    queryFn: ({ signal }) => call(readPostUrgency, input, { ignoresRefusal: true, signal }),
  });
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
