/**
 * The review before an upload: what will be published, as computed by the server for this export, and options for data beyond
 * what the public sees.
 * keys: hdx.review.sent.* hdx.review.kind.* post.status.*
 */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { Alert, Button, Checkbox, Group, Stack, Table } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  personalDataKinds,
  previewUpload,
  type UploadPreview,
  updateExport,
} from '@waypost/contract/exports/exports';
import type { TFunction } from 'i18next';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './exports.module.css';

interface Props {
  id: number;
  /** The visibility chosen in the step before; the server checks it again. */
  isPublic: boolean;
  onSend: () => Promise<unknown>;
  onBack: () => void;
}

type UploadOptions = Pick<UploadPreview, 'include_unpublished' | 'include_personal'>;

/** The step before the upload: what is sent, and the options. */
export function UploadReview({ id, isPublic, onSend, onBack }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(previewUpload, { params: { id } }),
    staleTime: 0,
  });
  const alert = useRef<HTMLDivElement>(null);
  const focusAlert = () => void requestAnimationFrame(() => alert.current?.focus());
  const update = useCall(updateExport, { onError: focusAlert });
  const send = useAsyncAction<void, unknown>(onSend, { onError: focusAlert });
  const isBusy = update.isPending || send.isPending;
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} height={72} />;

  const updateOptions = (options: UploadOptions) => {
    send.reset();
    update.mutate({ params: { id }, body: options });
  };
  // The selected options, until the server has stored them.
  const pending = update.isPending ? update.variables?.body : undefined;
  const options: UploadOptions = {
    include_unpublished: pending ? pending.include_unpublished === true : data.include_unpublished,
    include_personal: pending?.include_personal ?? data.include_personal,
  };
  const failure = send.error ?? update.error;
  const warning = formatUnpublishedWarning(t, data);
  const isTooPersonal = isPublic && data.include_personal.length > 0;
  return (
    <FormSection title={t('hdx.toReview')} lead={t('hdx.review.lead')}>
      <Alert
        ref={focusOnMount}
        tabIndex={-1}
        color={isPublic ? 'yellow' : 'blue'}
        variant="light"
        icon={<Icon icon={isPublic ? IconWorld : IconLock} />}
      >
        {t(isPublic ? 'hdx.review.isPublic' : 'hdx.review.isPrivate')}
      </Alert>
      <PostCounts preview={data} />
      <ColumnList preview={data} />
      <Checkbox.Group
        label={t('hdx.review.more')}
        description={t('hdx.review.moreText')}
        size="md"
        value={[...options.include_personal, ...(options.include_unpublished ? ['unpublished'] : [])]}
        onChange={(values) =>
          updateOptions({
            include_unpublished: values.includes('unpublished'),
            include_personal: personalDataKinds.filter((kind) => values.includes(kind)),
          })
        }
      >
        <Stack gap="sm" mt="xs">
          <Checkbox
            value="unpublished"
            label={t('hdx.review.unpublished')}
            description={isPublic && !data.include_unpublished ? warning : undefined}
            disabled={isBusy}
          />
          {personalDataKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={t(`hdx.review.kind.${kind}`)}
              disabled={isBusy || (isPublic && !data.include_personal.includes(kind))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {isPublic && <p className={classes['detail']}>{t('hdx.review.refused')}</p>}
      {isPublic && data.include_unpublished && warning && (
        <Alert color="red" variant="light" role="alert" icon={<Icon icon={IconAlertTriangle} />}>
          {warning}
        </Alert>
      )}
      {failure && (
        <Alert ref={alert} tabIndex={-1} color="red" variant="light" role="alert">
          {formatErrorMessages(failure).join(' ')}
        </Alert>
      )}
      <Group>
        <Button
          size="md"
          loading={isBusy}
          disabled={isTooPersonal || data.posts === 0}
          onClick={() => {
            update.reset();
            send.mutate();
          }}
        >
          {t('hdx.send')}
        </Button>
        <Button size="md" variant="subtle" onClick={onBack}>
          {t('hdx.again')}
        </Button>
      </Group>
    </FormSection>
  );
}

/** How many reports that are not public would be readable by everybody; null if there are none. */
function formatUnpublishedWarning(t: TFunction, { unpublished, unreviewed }: UploadPreview): string | null {
  // A server that does not count them, which may have some.
  if (unpublished === undefined) return t('hdx.review.everybody');
  if (unpublished === 0) return null;
  const parts = [t('hdx.review.everybodyCount', { count: unpublished })];
  if (unreviewed) parts.push(t('hdx.review.unreviewed', { count: unreviewed }));
  return parts.join(' ');
}

function PostCounts({ preview: { posts, left_out, by_status, by_survey } }: { preview: UploadPreview }) {
  const { t } = useTranslation();
  return (
    <section className={classes['review']} aria-live="polite">
      <h3>{t('hdx.review.reports')}</h3>
      <p className={classes['count']} data-figures>
        {posts === 0 ? t('hdx.review.none') : t('export.posts.count', { count: posts })}
      </p>
      {left_out > 0 && <p data-figures>{t('hdx.review.leftOut', { count: left_out })}</p>}
      {posts > 0 && (
        <div className={classes['pair']}>
          <CountTable
            title={t('hdx.review.byStatus')}
            rows={by_status.map((count) => [t(`post.status.${count.status}`), count.posts])}
          />
          <CountTable
            title={t('hdx.review.bySurvey')}
            rows={by_survey.map((count) => [count.name ?? t('hdx.review.unstructured'), count.posts])}
          />
        </div>
      )}
    </section>
  );
}

function CountTable({ title, rows }: { title: string; rows: readonly (readonly [string, number])[] }) {
  const { i18n } = useTranslation();
  const formats = resolveFormatLocale(i18n.language);
  return (
    <Table captionSide="top" verticalSpacing={4} withRowBorders={false}>
      <Table.Caption>{title}</Table.Caption>
      <Table.Tbody>
        {rows.map(([name, posts]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">
              <bdi>{name}</bdi>
            </Table.Th>
            <Table.Td data-figures>{posts.toLocaleString(formats)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** In the order of how much data is included. */
const shares = ['yes', 'rounded', 'no'] as const;

/** The columns of the file, listed by how much of their data is included. */
function ColumnList({ preview: { columns } }: { preview: UploadPreview }) {
  const { t, i18n } = useTranslation();
  const formats = resolveFormatLocale(i18n.language);
  const id = useId();
  // Columns can have the same name and are not reordered.
  const numbered = columns.map((column, at) => ({ ...column, at }));
  return (
    <section className={classes['review']}>
      <h3>{t('hdx.review.columns')}</h3>
      {shares.map((share) => {
        const columnsOfShare = numbered.filter((column) => column.sent === share);
        if (columnsOfShare.length === 0) return null;
        return (
          <div key={share} className={classes['share']}>
            <h4 id={`${id}-${share}`} className={classes['state']} data-state={share}>
              {t(`hdx.review.sent.${share}`)}{' '}
              <span data-figures>({columnsOfShare.length.toLocaleString(formats)})</span>
            </h4>
            <ul className={classes['columns']} aria-labelledby={`${id}-${share}`}>
              {columnsOfShare.map(({ at, label, personal }) => (
                <li key={at} data-personal={personal ? true : undefined}>
                  <bdi>{label}</bdi>
                  {personal && <span className={classes['personal']}>{t('hdx.review.personal')}</span>}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
