package tray

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"

	"consigliere/internal/atomicfile"
)

// checksum returns the checksum of what is stored, which has none yet.
func checksum(f any) (string, error) {
	data, err := json.Marshal(f)
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(data)), err
}

// save writes what is stored to a file, whole or not at all.
func save(name string, f any) error {
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return atomicfile.WriteFile(name, append(data, '\n'), 0o600)
}

// load reads such a file. Of one that has more bytes than most the error says what it is not, and what to do about it.
func load(name string, most int64, what, again string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s %s: it has more than %d MB%s", name, what, most>>20, again)
	}
	return os.ReadFile(name)
}
