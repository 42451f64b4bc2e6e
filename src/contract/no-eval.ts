import { z } from 'zod';

// zod compiles parsers with `new Function` and probes for it; the CSP forbids this and reports the probe.
// Every file with schemas imports this first, because zod decides when a schema is created.
z.config({ jitless: true });
