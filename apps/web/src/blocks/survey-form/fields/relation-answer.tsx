/** The field for a link to another post, with a search. */
import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listPosts, readPost } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useSurveyFormContext } from '../form-context.ts';
import classes from '../survey-form.module.css';
import { AnswerFrame } from './field-group.tsx';
import { type AnswerProps, toAnswerText } from './field-props.tsx';

/** Ids of the surveys whose posts may be linked; none means any. */
function readAllowedSurveyIds({ config }: Attribute): number[] {
  const input = Array.isArray(config) ? undefined : config['input'];
  const forms = typeof input === 'object' && input !== null && 'form' in input ? input.form : [];
  return (Array.isArray(forms) ? forms : [forms]).map(Number).filter((it) => it > 0);
}

function SelectedPost({ id, label, onRemove }: { id: number; label: string; onRemove: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(readPost, { params: { id } }, { ignoresRefusal: true }));
  const title = data?.title ?? t('surveyForm.relation.post', { id });
  return (
    <div className={classes['selectedPost']}>
      <span dir="auto">{title}</span>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('surveyForm.relation.removeFrom', { title, label })}
        onClick={onRemove}
      >
        {t('surveyForm.relation.remove')}
      </Button>
    </div>
  );
}

/** Time after the last key press before a request is sent. */
const debounceMs = 300;

function PostSearchBox({
  attribute,
  label,
  onPick,
}: {
  attribute: Attribute;
  label: string;
  onPick: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { postId } = useSurveyFormContext();
  const list = useCombobox({ onDropdownClose: () => list.resetSelectedOption() });
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), debounceMs);
  const query = { q, form: readAllowedSurveyIds(attribute), limit: 6 };
  const { data, isFetching } = useQuery({
    ...buildEndpointQuery(listPosts, { query }),
    enabled: q.length > 0,
  });
  // A post cannot be linked to itself.
  const results = q === '' ? [] : (data?.results ?? []).filter((it) => it.id !== postId);
  const hasResponse = q !== '' && !isFetching && data !== undefined;
  return (
    <div>
      <Combobox store={list} size="md" onOptionSubmit={(id) => onPick(Number(id))}>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            size="md"
            dir="auto"
            aria-label={label}
            placeholder={t('surveyForm.relation.search')}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              list.resetSelectedOption();
              list.openDropdown();
            }}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onFocus={() => list.openDropdown()}
            onBlur={() => list.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={results.length === 0}>
          <Combobox.Options aria-label={label}>
            {results.map((post) => (
              <Combobox.Option
                key={post.id}
                value={String(post.id)}
                className={classes['searchResult'] ?? ''}
              >
                <bdi>{post.title || t('surveyForm.relation.post', { id: post.id })}</bdi>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <output className={classes['hint']}>
        {hasResponse && results.length === 0 && t('surveyForm.relation.none')}
      </output>
    </div>
  );
}

/** Shows the linked post, or the search. */
export function RelationAnswer({ attribute, answer, onAnswer, name, error }: AnswerProps) {
  const id = Number(toAnswerText(answer));
  const label = name ?? attribute.label;
  return (
    <AnswerFrame attribute={attribute} name={name} error={error}>
      {id > 0 ? (
        <SelectedPost id={id} label={label} onRemove={() => onAnswer('')} />
      ) : (
        <PostSearchBox attribute={attribute} label={label} onPick={(picked) => onAnswer(String(picked))} />
      )}
    </AnswerFrame>
  );
}
