/** Says beside the actions that the reporter did not agree to publishing, before anybody tries to. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readPostConsent } from '@waypost/contract/posts/post-consent';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from '../review-page.module.css';

/** Renders nothing where the report may be published. */
export default function ConsentNote({ post: { id, form } }: { post: Post }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...buildEndpointQuery(readPostConsent, { params: { id } }, { ignoresRefusal: true }),
    enabled: form !== null,
  });
  if (!data?.refused.some(({ use }) => use === 'publish')) return null;
  return (
    <span className={classes['problem']}>
      <Icon icon={IconAlertTriangle} size={16} /> {t('fault.postNeedsConsent')}
    </span>
  );
}
