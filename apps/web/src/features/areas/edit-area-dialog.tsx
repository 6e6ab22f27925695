/** The dialog that changes a single area: its name, its set and thereby its level, and its outline. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { type AreaFeature, listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { listAreaSets } from '@waypost/contract/areas/areas';
import { AreaChange, type AreaDetail, getArea, updateArea } from '@waypost/contract/areas/edit-area';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { computeAreaBounds } from '../../blocks/map-areas/area-geometry.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';
import { formatCorners } from './corners.ts';
import { OutlineField } from './outline-field.tsx';
import { useCorners } from './use-corners.ts';

/** The dialog. */
export default function EditAreaDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...buildEndpointQuery(getArea, { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const [readings, setReadings] = useState(0);
  return (
    <FormDialog title={t('areas.edit.one')} size="md" onClose={onClose}>
      {error && !data ? (
        <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
      ) : data && isFetchedAfterMount ? (
        <EditAreaForm
          key={readings}
          area={data}
          onReload={async () => {
            await refetch();
            setReadings(readings + 1);
          }}
          onClose={onClose}
        />
      ) : (
        <ListSkeleton rows={3} height={72} />
      )}
    </FormDialog>
  );
}

interface FormProps {
  /** As it was when the form was opened: what is read later does not replace what was typed. */
  area: AreaDetail;
  onReload: () => Promise<void>;
  onClose: () => void;
}

/** The corners of the outline as text, without the points that close its rings. */
const formatOutline = ({ geometry }: AreaDetail): string =>
  formatCorners(
    (geometry?.coordinates ?? []).flat().map((ring) => ring.slice(0, -1).map(([lon, lat]) => ({ lat, lon }))),
  );

/** A message with Undo, which also works after the dialog has closed. */
function useSaving(onClose: () => void) {
  const { t } = useTranslation();
  const undo = useCall(updateArea, {
    invalidates: areaQueryKeys,
    onSuccess: () => notify('success', t('post.bulk.undone')),
    onError: notifyError,
  });
  const save = useCall(updateArea, { invalidates: areaQueryKeys });
  return async (before: AreaDetail, change: Omit<AreaChange, 'version'>) => {
    const params = { id: before.id };
    const { version } = await save.mutateAsync({ params, body: { ...change, version: before.version } });
    onClose();
    if (version === before.version) return;
    const { name, set_id, geometry } = before;
    const body = { version, name, set_id, ...(geometry && change.geometry ? { geometry } : {}) };
    notify('success', t('areas.edit.done', { name: change.name ?? name }), {
      label: t('action.undo'),
      onClick: () => undo.mutate({ params, body }),
    });
  };
}

/** The other areas of the set. */
function useNeighbors({ id, set_id: set }: AreaDetail): readonly AreaFeature[] {
  const { data } = useQuery(buildEndpointQuery(listAreaOutlines, { query: { set } }));
  return useMemo(() => data?.features.filter((area) => area.id !== id) ?? [], [data, id]);
}

function EditAreaForm({ area: read, onReload, onClose }: FormProps) {
  const { t } = useTranslation();
  const [area] = useState(read);
  const [initialText] = useState(() => formatOutline(area));
  const [bounds] = useState(() => area.geometry && computeAreaBounds([{ geometry: area.geometry }]));
  const [isOutdated, setOutdated] = useState(false);
  const corners = useCorners(initialText);
  const save = useSaving(onClose);
  const neighbors = useNeighbors(area);
  const { data: sets } = useQuery(buildEndpointQuery(listAreaSets, {}));
  const form = useContractForm({
    schema: AreaChange.pick({ name: true, set_id: true }),
    initialValues: { name: area.name, set_id: String(area.set_id) },
    labels: { name: t('areas.name'), set_id: t('areas.edit.set') },
    async submitValues(change) {
      const geometry = corners.text === initialText ? undefined : corners.check();
      if (geometry === null) return;
      try {
        await save(area, { ...change, ...(geometry ? { geometry } : {}) });
      } catch (error) {
        setOutdated(isApiError(error) && error.status === 409);
        throw error;
      }
    },
  });
  return (
    <form noValidate className={classes['fields']} onSubmit={form.submit}>
      <ProblemAlert text={form.problem} />
      {isOutdated && (
        <Button variant="default" size="md" onClick={() => void onReload()}>
          {t('areas.edit.reload')}
        </Button>
      )}
      <TextInput ref={focusOnMount} size="md" required dir="auto" {...form.field('name')} />
      <NativeSelect
        size="md"
        {...form.field('set_id')}
        data={(sets?.results ?? []).map(({ id, name, level }) => ({
          value: String(id),
          label: t('areas.edit.setOption', { name, level }),
        }))}
      />
      {area.geometry ? (
        <OutlineField corners={corners} bounds={bounds} neighbors={neighbors} />
      ) : (
        <p className={classes['text']}>
          {t('areas.edit.large', { points: area.point_count, max: areaLimits.editedPoints })}
        </p>
      )}
      <SaveActions onCancel={onClose} isBusy={form.isBusy} />
    </form>
  );
}
