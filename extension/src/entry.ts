// The script at the end of every report's output.
import { mount, unclaimed } from "./mount";

const host = unclaimed(document);
if (host) mount(host);
