module consigliere/tools/dicetrain

go 1.26.4

require (
	consigliere v0.0.0
	github.com/alecthomas/kong v1.17.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/image v0.23.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace consigliere => ../..
