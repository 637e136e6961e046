/** Where traces go, in the variables that OpenTelemetry names. */
import { ConfigError } from './config-error.ts';
import { type Environment, formOf } from './variables.ts';

export type TracesConfig = {
  /** The collector; traces go to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
};

/** Undefined if no traces are wanted. */
export function readTracesConfig(env: Environment): TracesConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const headers = readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? '');
  if (endpoint === undefined) return undefined;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
    throw new ConfigError(`${name} must be a URL such as ${formOf(name)}`);
  }
  return { endpoint, headers, serviceName: env.OTEL_SERVICE_NAME ?? 'chapter-hub' };
}

/** `name=value,name=value` with percent-encoded values. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', value = ''] = /^\s*([\w-]+)=(.*?)\s*$/.exec(pair) ?? [];
      try {
        if (name !== '') return [name, decodeURIComponent(value)];
      } catch {
        // Reported below: its value may be secret.
      }
      throw new ConfigError(
        `OTEL_EXPORTER_OTLP_HEADERS must be pairs such as ${formOf('OTEL_EXPORTER_OTLP_HEADERS')}, with commas between them and percent-encoded values`,
      );
    }),
  );
}
