import { z } from 'zod';

// zod would compile parsers with `new Function`, and probes for it; the window's policy forbids that and reports the probe.
// Every file here that makes schemas imports this first, because zod decides when a schema is made.
z.config({ jitless: true });
