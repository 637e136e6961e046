/** The resources page and how admins change it. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { outsideUrl } from '#kit/outside-url.ts';
import { requiredText, trimmedText } from '#kit/text.ts';

/** External links of the chapter's settings, which resources can refer to. */
const settingsLinks = ['localPlatform', 'networkHub', 'learningCentre', 'chapterSite'] as const;
export type SettingsLink = (typeof settingsLinks)[number];

/** Where a resource leads. `none`: nowhere yet, shown as coming soon. */
const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum([...settingsLinks, 'calendar', 'documents', 'none']) }),
  z.strictObject({ kind: z.literal('address'), url: outsideUrl }),
]);
export type Destination = z.output<typeof destination>;

export const maxCategoryLength = 40;
export const maxTitleLength = 100;
export const maxDescriptionLength = 300;
export const maxResources = 50;

export const resourceEntry = z.strictObject({
  /** Resources are grouped by category, at the position of the first of each. */
  category: requiredText(maxCategoryLength, 'Category is required').check(...lineRules),
  title: requiredText(maxTitleLength, 'Title is required').check(...lineRules),
  description: trimmedText(maxDescriptionLength).check(...textRules),
  leadsTo: destination,
});
export type ResourceEntry = z.output<typeof resourceEntry>;

const resource = z.object({
  category: z.string(),
  title: z.string(),
  description: z.string(),
  leadsTo: destination,
  /** The current external URL; null for the calendar, the documents, and if there is none. */
  href: z.nullable(z.string()),
  /** When it was added, or last led elsewhere; null for a default one, and if that was not noted. */
  addedAt: z.nullable(instant),
});
export type Resource = z.output<typeof resource>;

const resourceList = z.object({
  items: z.array(resource),
  /** 0 for the default list. */
  version: z.int(),
});
export type ResourceList = z.output<typeof resourceList>;

const version = (reply: ResourceList) => reply.version;
const tag = 'Resources';

export const resourceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/resources',
    tag,
    summary: "List the chapter's resources, in order",
    policy: 'member',
    reply: resourceList,
    version,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/resources',
    tag,
    summary: "Replace the chapter's resources, in order",
    policy: 'admin',
    body: z.strictObject({
      items: z
        .array(resourceEntry)
        .check(z.maxLength(maxResources, `At most ${maxResources} resources`)),
    }),
    reply: resourceList,
    version,
    maxBodyBytes: 320 * 1024,
  }),
};
